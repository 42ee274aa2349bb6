import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cacheDir } from "./chain/cache-dir.ts";
import { withoutExplorers } from "./lib/without-explorers.ts";
import type { Stack } from "./start-stack.ts";

const HELP = `npm start -- [--bare] [--port <number>] [--stack-file <path>]

  --bare         only bring the stack up, play nothing
  --port         the service's port, default 8787
  --stack-file   where to write addresses, URLs and keys, default .local/stack.json`;
const DEFAULT_PORT = 8787;
const STOP_TIMEOUT_MS = 4_500;
const localDir = join(import.meta.dirname, "..", ".local");

type Settings = { port: number; stackFile: string; plays: boolean };

/**
 * Starts the stack, plays what it is for unless an option prevents it, and stays up until a signal
 * ends it.
 */
async function main(): Promise<void> {
  const settings = readArguments();
  if (settings === undefined) return;
  let stack: Stack | undefined;
  let isUp = false;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      print("\nStopping.");
      void end(stack, 0);
    });
  }
  mkdirSync(dirname(settings.stackFile), { recursive: true });
  const logFile = `${settings.stackFile.replace(/\.json$/, "")}.log`;
  rmSync(logFile, { force: true });
  try {
    print("Starting three chains, their venues, Redis, scheduler, messaging and the Worker ...");
    if (!existsSync(cacheDir))
      print("     the first time contracts are compiled, which takes half a minute");
    // Loading all of it takes seconds, in which something is to be seen.
    const [{ startStack }, { createSchedule }, { play, playedMs }] = await Promise.all([
      import("./start-stack.ts"),
      import("./stack/create-schedule.ts"),
      import("./play.ts"),
    ]);
    const lengthMs = settings.plays ? playedMs : 0;
    stack = await startStack({
      port: settings.port,
      stackFile: settings.stackFile,
      startTimestampMs: Date.now() - lengthMs,
      logFile,
      cron: "fires",
      chains: [8453, 42161, 999],
      world: "live",
      onProgress: (text) => print(`     ${seconds().padStart(6)}  ${text}`),
      // The play prints its own chat lines.
      onChatLine: (line) => {
        if (isUp) print(`chat ${line}`);
      },
    });
    const running = stack;
    void running.workerExited.then(({ code, signal }) => {
      if (ending) return;
      print(`\nThe Worker has ended (${signal ?? `code ${code}`}); its log is ${logFile}`);
      void end(running, 1);
    });
    print(`${running.baseUrl} is up, Redis: ${running.redis.kind}\n`);
    if (settings.plays) {
      await play(running.manifest, print);
      print(`All of this took ${seconds()}.\n`);
    }
    await createSchedule(running.manifest);
    print(whereThingsAre(running, settings, logFile));
    isUp = true;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await end(stack, 1);
  }
}

/** Undefined when there is nothing to start: help was requested, or an argument is wrong. */
function readArguments(): Settings | undefined {
  const options = {
    bare: { type: "boolean", default: false },
    port: { type: "string", default: String(DEFAULT_PORT) },
    "stack-file": { type: "string", default: join(localDir, "stack.json") },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`--port ${values.port} is not a port`);
    if (!values.help) return { port, stackFile: values["stack-file"], plays: !values.bare };
    print(HELP);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`);
    process.exitCode = 1;
  }
  return undefined;
}

let ending = false;

/** Ends in time whatever hangs: what is left when this process exits is killed with it. */
async function end(stack: Stack | undefined, code: number): Promise<void> {
  if (ending) return;
  ending = true;
  const stopped = stack?.stop().catch((error: unknown) => {
    const causes = error instanceof AggregateError ? error.errors : [];
    process.stderr.write(`${[error, ...causes].map(String).join("\n")}\n`);
  });
  await Promise.race([stopped, delay(STOP_TIMEOUT_MS)]);
  process.exit(code);
}

function whereThingsAre({ manifest }: Stack, settings: Settings, logFile: string): string {
  const chains = (["8453", "42161", "999"] as const).flatMap((id) => {
    const node = manifest.chains[id];
    return node === undefined ? [] : `${node.rpcUrl} (chain id ${id})`;
  });
  return [
    `Service    ${manifest.baseUrl}`,
    `Manifest   ${settings.stackFile}`,
    `Chains     ${chains.join("\n           ")}`,
    `Log        ${logFile}`,
    "",
    "The schedule now runs by the clock, every 5 minutes. To move time: npm run local -- " +
      "advance 5m",
    ...(settings.plays ? TALK : FROM_NOTHING),
    "Stop with Ctrl-C.",
  ].join("\n");
}

const TALK = [
  'To talk to it as the operator in Telegram: npm run local -- say "sell 100 USDC for ETH in ' +
    '4 slices every 5 minutes automatically"',
];
/** Nothing was played, so nothing is delegated: what trades by itself would be refused. */
const FROM_NOTHING = [
  "Nothing is delegated yet: what the operator asks for in Telegram is the operator's to sign.",
  '     npm run local -- say "sell 100 USDC for ETH"    an answer with a transaction',
  "     npm run local -- sign                           signs and sends it, as the vault's owner",
  "Or the vault's agent wallet trades:",
  "     npm run local -- delegate                       lets it",
  '     npm run local -- say "sell 100 USDC for ETH"    waits for approval',
  "     npm run local -- tap approve                    sends it",
];

const seconds = () => `${process.uptime().toFixed(1)} s`;

function print(text: string): void {
  process.stdout.write(`${withoutExplorers(text)}\n`);
}

await main();
