import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { readChainClock } from "../../local/chain/read-chain-clock.ts";
import { type CountingProxy, startCountingProxy } from "../../local/lib/counting-proxy.ts";
import { freePort } from "../../local/lib/free-port.ts";
import { stackManifest } from "../../local/stack/stack-manifest.ts";
import { type Dependency, startStack } from "../../local/start-stack.ts";
import { createAutoPay } from "../support/auto-pay.ts";
import { descendants } from "./descendants.ts";
import { isAlive } from "./is-alive.ts";
import { runStart, type StartRun } from "./run-start.ts";

const UP = "Stop with Ctrl-C.";
const START_MS = 180_000;
const STOP_LIMIT_MS = 5_000;
const dir = mkdtempSync(join(tmpdir(), "sextant-stack-"));
const runs: StartRun[] = [];

afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.kill("SIGTERM");
    await run.exited;
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function start(args: string[]): StartRun {
  const run = runStart("start.ts", args);
  runs.push(run);
  return run;
}

async function startBare(): Promise<{ run: StartRun; port: number; stackFile: string }> {
  const port = await freePort();
  const stackFile = join(dir, `stack-${port}.json`);
  const run = start(["--bare", "--port", String(port), "--stack-file", stackFile]);
  await run.says(UP);
  return { run, port, stackFile };
}

describe("npm start", () => {
  test(
    "default: plays the order to its end, then stays up on the wall clock",
    async () => {
      const port = await freePort();
      const stackFile = join(dir, "played.json");
      const run = start(["--port", String(port), "--stack-file", stackFile]);
      await run.says(UP);
      const played = run.stdout();
      expect(played.match(/^ +[1-5]\/5 {2}sold 1,000 USDC +bought 0\.39[0-9]+ ETH +0x[0-9a-f]{64}$/gm)).toHaveLength(5);
      expect(played).toMatch(/^ +0x +0\.39[0-9]+ ETH +[0-9]+ bps (below|above) the oracle's 0\.4[0-9]* ETH$/m);
      expect(played).toMatch(/^ +uniswap +0\.39[0-9]+ ETH/m);
      expect(played).toMatch(/Swap Shield: -?[0-9]+ bps .*tolerance 500 bps/);
      expect(played).toMatch(/NAV Shield: loss of [0-9]+ bps .*threshold 1000 bps/);
      expect(played.match(/TWAP #1 slice [1-5]\/5 executed/g)).toHaveLength(5);
      expect(played).toMatch(/> sell 500 USDC for ETH\n +Waits for your approval: Swap 500 USDC/);
      expect(played).toMatch(/> \[Approve\]\n +Executed: sold 500 USDC, bought 0\.19[0-9]+ ETH\./);
      // One card for the order, edited with each slice: it ends with the last one, and says how many there were.
      expect(played).toMatch(/^ +🏁 TWAP #1 sell 5000 USDC for ETH$/mu);
      expect(played).toMatch(/^ +\S+ 5\/5, completed$/m);
      expect(played).toMatch(/TWAP #1 (?:slice executed \(5\/5\)|slices [1-4]-5 of 5 executed)/);
      expect(played).toMatch(/^ +.* TWAP #1 completed \(5\/5\)$/m);
      // The order costs 5,000 and the chat's swap 500; what the position took comes back, with a little of the order's own
      // payments; 1,000 go to the second chain.
      expect(played).toMatch(/^ +99,900 USDC +93,4\d\d(\.\d+)? USDC +-6,4\d\d(\.\d+)? USDC$/m);
      expect(played.match(/^ +mined +0x[0-9a-f]{64}$/gm)).toHaveLength(5);
      expect(played).toMatch(/^ +Arrived: 999\.2 USDC on arbitrum\.$/m);
      expect(played).toMatch(/^ +Position 1: .* in range /m);
      expect(played).toMatch(/^ +total +0\.0338 USDC +in 14 payments$/m);
      const { baseUrl, chains } = stackManifest.parse(JSON.parse(readFileSync(stackFile, "utf8")));
      expect(Math.abs((await readChainClock(chains["8453"])) - Date.now())).toBeLessThan(60_000);
      expect((await fetch(baseUrl)).status).toBe(404);
    },
    START_MS,
  );

  test.each([
    { signal: "SIGTERM", to: "the process", group: false },
    { signal: "SIGINT", to: "its whole group, as Ctrl-C does", group: true },
    { signal: "SIGHUP", to: "the process", group: false },
  ] as const)(
    "behavior: $signal to $to ends everything within 5 s, with exit code 0",
    async ({ signal, group }) => {
      const { run, port, stackFile } = await startBare();
      const pids = [run.pid, ...descendants(run.pid)];
      expect(pids.length).toBeGreaterThan(3);
      expect(run.stdout()).not.toContain("Quotes");
      const manifest = stackManifest.parse(JSON.parse(readFileSync(stackFile, "utf8")));
      expect(manifest.baseUrl).toBe(`http://127.0.0.1:${port}`);
      expect((await fetch(manifest.baseUrl)).status).toBe(404);

      const askedAt = performance.now();
      process.kill(group ? -run.pid : run.pid, signal);
      expect(await run.exited).toEqual({ code: 0, signal: null });
      // What is killed last is killed before this exit, but a busy machine takes a moment to carry it out.
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
      expect(performance.now() - askedAt).toBeLessThan(STOP_LIMIT_MS);
      expect(run.stderr()).toBe("");
      expect(existsSync(stackFile)).toBe(false);
      await expect(fetch(manifest.baseUrl)).rejects.toThrow();
    },
    START_MS,
  );

  test(
    "behavior: a signal during the start ends what has started",
    async () => {
      const port = await freePort();
      const run = start(["--bare", "--port", String(port), "--stack-file", join(dir, "never.json")]);
      await run.says("Starting");
      const pids = [run.pid, ...descendants(run.pid)];
      process.kill(run.pid, "SIGTERM");
      expect(await run.exited).toEqual({ code: 0, signal: null });
      await expect.poll(() => [...pids, ...descendants(run.pid)].filter(isAlive)).toEqual([]);
    },
    START_MS,
  );

  test(
    "error: a taken port is named, and nothing stays",
    async () => {
      const squatter = createServer();
      const port = await freePort();
      await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", resolve));
      const run = start(["--bare", "--port", String(port), "--stack-file", join(dir, "never.json")]);
      expect(await run.exited).toEqual({ code: 1, signal: null });
      expect(run.stderr()).toContain(`Port ${port} is taken. Choose another: npm start -- --port <number>`);
      await new Promise((resolve) => squatter.close(resolve));
    },
    START_MS,
  );

  test(
    "error: wrong arguments are refused with the usage",
    async () => {
      for (const args of [["--port", "0"], ["--port", "http"], ["--nonsense"]]) {
        const run = start(args);
        expect((await run.exited).code).toBe(1);
        expect(run.stderr()).toContain("npm start -- [--bare]");
        expect(run.stderr()).not.toContain("    at ");
      }
    },
    START_MS,
  );
});

describe("npm run local", () => {
  test(
    "behavior: advance moves chain and Worker together and delivers a tick",
    async () => {
      const { stackFile } = await startBare();
      const command = async (...args: string[]) => {
        const run = runStart("command.ts", [...args, "--stack-file", stackFile]);
        const { code } = await run.exited;
        return { code, stdout: run.stdout(), stderr: run.stderr() };
      };
      const clocks = async () => JSON.parse((await command("info")).stdout) as { nowMs: number; chainNowMs: number };
      const before = await clocks();
      const advanced = await command("advance", "5m");
      expect(advanced).toMatchObject({ code: 0, stdout: expect.stringContaining("The tick was answered 200") });
      const after = await clocks();
      for (const clock of ["nowMs", "chainNowMs"] as const) {
        const movedMs = after[clock] - before[clock];
        expect(movedMs).toBeGreaterThanOrEqual(300_000 - 1_000);
        expect(movedMs).toBeLessThan(300_000 + 20_000);
      }
      expect((await command("tick")).stdout).toContain("The tick was answered 200");
      expect((await command("advance", "soon")).stderr).toContain('"soon" is not a time: write 90s, 5m or 2h');
    },
    START_MS,
  );

  test("error: without a stack it says how to get one", async () => {
    const run = runStart("command.ts", ["info", "--stack-file", join(dir, "none.json")]);
    expect((await run.exited).code).toBe(1);
    expect(run.stderr()).toContain("Start one with: npm start");
  });
});

describe("startStack", () => {
  test(
    "args: interpose puts a proxy between the Worker and each dependency, start time moves both clocks",
    async () => {
      const proxies = new Map<Dependency, CountingProxy>();
      const anHourAgo = Date.now() - 3_600_000;
      const stack = await startStack({
        startTimestampMs: anHourAgo,
        interpose: async (name, target) => {
          const proxy = await startCountingProxy({ target });
          proxies.set(name, proxy);
          return proxy.url;
        },
      });
      try {
        expect([...proxies.keys()].sort()).toEqual([
          "0x",
          "facilitator",
          "qstash",
          "redis",
          "rpc",
          "telegram",
          "uniswap",
        ]);
        expect(Math.abs(stack.nowMs() - (await readChainClock(stack.chain)))).toBeLessThan(2_000);
        for (const now of [stack.nowMs(), await readChainClock(stack.chain)]) {
          // However long the start took: both are an hour behind the wall.
          expect(Math.abs(Date.now() - 3_600_000 - now)).toBeLessThan(5_000);
        }
        // Paid at the stack's time: an authorization by the wall clock would not be valid yet, on the chain or in the Worker.
        const path = "/api/quote?sell=USDC&buy=ETH&amount=100&chain=base";
        const quote = await createAutoPay(stack).call({ method: "GET", path, headers: {} }, {}, async (payHeaders) => {
          const { status, headers } = await fetch(stack.baseUrl + path, { headers: payHeaders });
          return { status, headers };
        });
        expect(quote.status).toBe(200);
        expect(proxies.get("0x")?.log()).toHaveLength(1);
        expect(proxies.get("facilitator")?.log()).toHaveLength(2);
        const [first, second] = await stack.tick({ times: 2 });
        expect([first?.status, second?.status]).toEqual([200, 200]);
        expect(first?.jti).not.toBe(second?.jti);
      } finally {
        await stack.stop();
        await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
      }
      await stack.stop();
      await expect.poll(() => stack.pids.filter(isAlive)).toEqual([]);
    },
    START_MS,
  );

  test(
    "error: a start that fails half-way leaves no process",
    async () => {
      const before = descendants(process.pid);
      await expect(startStack({ entry: join(dir, "no-such-worker.ts") })).rejects.toThrow();
      const left = descendants(process.pid).filter((pid) => !before.includes(pid));
      await expect.poll(() => left.filter(isAlive)).toEqual([]);
    },
    START_MS,
  );
});
