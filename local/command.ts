import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseDuration } from "./stack/parse-duration.ts";
import { readManifest } from "./stack/read-manifest.ts";

const HELP = `npm run local -- <command> [--stack-file <path>]

  advance <time>   move the clock of the chain and of the Worker, then deliver a tick: 90s, 5m, 2h
  tick             deliver one tick of the schedule
  info             what runs, and what time it is there`;
const defaultStackFile = join(import.meta.dirname, "..", ".local", "stack.json");

/** One command to a running stack, through the control server of its manifest. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "stack-file": { type: "string", default: defaultStackFile } },
    allowPositionals: true,
  });
  const [command, argument] = positionals;
  const send = async (path: string, body?: object) => {
    const { control } = readManifest(values["stack-file"]);
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(control + path, init).catch((cause: unknown) => {
      throw new Error("The stack of this manifest does not answer: it has ended.", { cause });
    });
    process.stdout.write(`${JSON.stringify(await response.json(), null, 2)}\n`);
    if (!response.ok) process.exitCode = 1;
  };
  if (command === "advance") {
    const ms = parseDuration(argument ?? "");
    if (ms === undefined) throw new Error(`"${argument ?? ""}" is not a time: write 90s, 5m or 2h`);
    return send("/advance", { ms });
  }
  if (command === "tick") return send("/tick", {});
  if (command === "info") return send("/info");
  process.stdout.write(`${HELP}\n`);
  if (command !== undefined) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
