import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { play, playedMs } from "../../../local/play.ts";
import { type Stack, startStack } from "../../../local/start-stack.ts";
import type { Snippet } from "../../support/snippets-of.ts";

/** Somebody who reads the documents beside a running stack, in a checkout of his own. */
export type Reader = {
  stack: Stack;
  /**
   * Saves a snippet in JavaScript under the name it has in its first line, and runs it there, with
   * `args` behind its name; answers what it printed.
   */
  runFile(snippet: Snippet, env?: Record<string, string>, args?: string[]): Promise<string>;
  /** Saves a file there. */
  write(file: string, text: string): void;
  /** Types lines into a shell there. `http://127.0.0.1:8787` is the stack's address. */
  type(code: string, env?: Record<string, string>): Promise<string>;
  /** How many payments were settled so far. */
  payments(): number;
  /** What the payer was charged since the last time this was asked, in base units of USDC. */
  charged(): string[];
  stop(): Promise<void>;
};

const projectDir = join(import.meta.dirname, "../../..");
/**
 * `npm run local` looks for the stack beside itself, so it stands there as files; the rest may be
 * links.
 */
const LINKED = ["node_modules", "src", "schemas", "functions", "build", "package.json"];

/** As `npm start` starts it, or with `--bare`; `one chain` is a bare one that starts sooner. */
export type StartedAs = "one chain" | "--bare" | "npm start";

/**
 * Needs a stack of his own: what the snippets trade, pay and advance is counted from its beginning.
 */
export async function startReader(startedAs: StartedAs): Promise<Reader> {
  const checkout = mkdtempSync(join(tmpdir(), "sextant-documents-"));
  mkdirSync(join(checkout, ".local"));
  for (const name of LINKED) symlinkSync(join(projectDir, name), join(checkout, name));
  cpSync(join(projectDir, "local"), join(checkout, "local"), { recursive: true });
  const stackFile = join(checkout, ".local/stack.json");
  const plays = startedAs === "npm start";
  const stack = await startStack({
    stackFile,
    prepared: process.env.PREPARED_STACKS,
    ...(startedAs !== "one chain" && {
      chains: [8453, 42161, 999] as const,
      world: "live" as const,
    }),
    ...(plays && { startTimestampMs: Date.now() - playedMs }),
  });
  if (plays) await play(stack.manifest, () => undefined);
  const run = async (
    command: string,
    args: string[],
    env: Record<string, string> = {},
  ): Promise<string> => {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: checkout,
      env: { ...process.env, ...env },
    });
    return stdout;
  };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  };
  const settlements = () => stack.facilitator.log().filter(({ step }) => step === "settle");
  let settled = settlements().length;
  return {
    stack,
    write,
    runFile: async ({ id, file, code }, env, args = []) => {
      if (file === undefined)
        throw new Error(`${id}: its first line does not name the file to save it as`);
      write(file, code);
      return run(process.execPath, ["--no-warnings", file, ...args], env);
    },
    type: (code, env) => {
      // A fresh machine has Node and a shell.
      const standIn =
        `curl() { "${process.execPath}" --no-warnings ` +
        `"${join(projectDir, "test/support/curl.ts")}" "$@"; }`;
      const script = code.replaceAll("http://127.0.0.1:8787", stack.baseUrl);
      return run("sh", ["-ec", `command -v curl >/dev/null || ${standIn}\n${script}`], env);
    },
    payments: () => settlements().length,
    charged: () => {
      const all = settlements();
      const amounts = all
        .slice(settled)
        .map(({ body }: { body: any }) => body.paymentRequirements.amount);
      settled = all.length;
      return amounts;
    },
    stop: async () => {
      await stack.stop();
      rmSync(checkout, { recursive: true, force: true });
    },
  };
}
