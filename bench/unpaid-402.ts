import { rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { median } from "./lib/median.ts";
import { option } from "./lib/option.ts";
import { processCpuMs } from "./lib/process-cpu-ms.ts";
import { row } from "./lib/row.ts";
import { type ServedWorker, serveWorker } from "./lib/serve-worker.ts";

/**
 * CPU of a 402 to a bare request (budget: twice a bare Hono answer under the same load), in
 * workerd, in turns with a Hono application that sends the same bytes, and one that sends a short
 * JSON: `npm run bench:402`. Options: --calls=5000 --rounds=5 --at-once=4
 */
const CALLS = Number(option("calls", "5000"));
const ROUNDS = Number(option("rounds", "5"));
const AT_ONCE = Number(option("at-once", "4"));
const PATHS = [
  ["GET", "/api/quote"],
  ["POST", "/api/tools"],
] as const;
type Call = { worker: ServedWorker; method: string; path: string };
type Answer = { status: number; body: string; headers: Record<string, string> };

/** Of the connection, not of the answer. */
const NOT_THE_ANSWERS = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const ask = ({ worker, method, path }: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = method === "POST" ? "{}" : "";
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request(
      worker.baseUrl + path,
      { method, agent, ...(body !== "" && { headers }) },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.once("end", () => {
          const named = Object.entries(answer.headers).filter(
            ([name]) => !NOT_THE_ANSWERS.has(name),
          );
          resolve({
            status: answer.statusCode ?? 0,
            body: text,
            headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
          });
        });
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });

async function cpuMsEach(call: Call): Promise<number> {
  let left = CALLS;
  const before = processCpuMs(call.worker.pid);
  const caller = async () => {
    for (; left > 0; ) {
      left -= 1;
      const { status } = await ask(call);
      if (status !== 402) throw new Error(`${call.method} ${call.path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return (processCpuMs(call.worker.pid) - before) / CALLS;
}

const { dir, worker: built } = await buildBundle();
const bare = join(dir, "bare", "bare-hono.js");
await build({
  entryPoints: [join(import.meta.dirname, "lib/bare-hono.ts")],
  outfile: bare,
  bundle: true,
  format: "esm",
  minify: true,
});
const vars = { X402_PAY_TO: `0x${"11".repeat(20)}`, PUBLIC_BASE_URL: "https://sextant.example" };
const service = await serveWorker(built, () => vars);
try {
  console.log(machine());
  console.log(
    row("call", "this service, CPU ms", "bare Hono, the same bytes", "bare Hono, a short JSON"),
  );
  console.log(row("---", "---", "---", "---"));
  for (const [method, path] of PATHS) {
    const { body, headers } = await ask({ worker: service, method, path });
    const hono = await serveWorker(bare, () => ({ SAME: JSON.stringify({ body, headers }) }));
    const calls = [
      { worker: service, method, path },
      { worker: hono, method, path: "/same" },
      { worker: hono, method, path: "/short" },
    ];
    const times: number[][] = calls.map(() => []);
    for (const call of calls) await cpuMsEach(call);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, call] of calls.entries()) times[index]?.push(await cpuMsEach(call));
    }
    console.log(row(`${method} ${path}`, ...times.map((each) => median(each).toFixed(3))));
    await hono.stop();
  }
} finally {
  agent.destroy();
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
}
