import { hash } from "node:crypto";
import { AppError } from "../../../src/errors.ts";
import type { Redis, Script } from "../../../src/store/kernel/redis-port.ts";
import { CommandError } from "./command-error.ts";
import { dumpKeyspace, type StoredValue } from "./dump-keyspace.ts";
import { fromBytes } from "./from-bytes.ts";
import { createKeyspace, type Keyspace, type Snapshot } from "./keyspace.ts";
import type { Reply } from "./reply.ts";
import { runCommand } from "./run-command.ts";
import { sharedLuaEngine } from "./shared-lua-engine.ts";
import { toBytes } from "./to-bytes.ts";

export type SimRedis = {
  /** The storage port. The script has run when the promise is there; it is resolved at once. */
  redis: Redis;
  /**
   * The same without a promise. @throws AppError store_unavailable when the script stops with an
   * error
   */
  run(script: Script, keys: readonly string[], args: readonly string[]): unknown;
  /** One command past the scripts, EVAL included. @throws Error with Redis' own error text */
  command(...args: (string | number)[]): unknown;
  /** What a key holds, to look at: nothing is counted, nothing changes. undefined: no such key. */
  read(key: string): StoredValue | undefined;
  /** Every key (below a prefix) with what it holds. */
  dump(prefix?: string): Record<string, StoredValue>;
  /** How many keys there are. */
  size(): number;
  /** How many commands scripts have run. */
  commands(): number;
  /** The messages of scripts that stopped with an error. The service's own never should. */
  scriptErrors(): readonly string[];
  /** Free of charge. */
  snapshot(): Snapshot;
  /**
   * Back to that moment, as often as wanted; later snapshots are gone. The clock is the caller's.
   */
  restore(snapshot: Snapshot): void;
  /** Forgets this snapshot and all before it. */
  forget(snapshot: Snapshot): void;
  /** Another Redis with the same content. */
  fork(options?: Options): SimRedis;
};
type Options = { nowMs: () => number };

/**
 * A Redis inside this process, with the service's own Lua on a virtual clock: the same text, the
 * same commands, no sockets. What it does not know (a command, an option) throws, and goes on
 * throwing: nothing that follows could be trusted.
 */
export function createSimRedis(
  { nowMs }: Options,
  keyspace: Keyspace = createKeyspace(),
): SimRedis {
  let commands = 0;
  let gap: { error: unknown } | undefined;
  const scriptErrors: string[] = [];
  const texts = new Map<string, string>();

  const host = (args: string[]): Reply => {
    commands += 1;
    return runCommand(keyspace, args);
  };
  /** Every use begins here. */
  const enter = (): void => {
    if (gap !== undefined) throw gap.error;
    keyspace.nowMs = nowMs();
  };
  const guarded = <T>(work: () => T): T => {
    enter();
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CommandError)) gap = { error };
      throw error;
    }
  };
  const evaluate = (text: string, keys: readonly string[], args: readonly string[]): unknown =>
    guarded(() => sharedLuaEngine.run(text, keys, args, host));

  const run: SimRedis["run"] = ({ name, text }, keys, args) => {
    try {
      return evaluate(text, keys, args);
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      scriptErrors.push(`${name}: ${cause.message}`);
      throw new AppError("store_unavailable", "The service's storage did not answer; try again.", {
        cause,
      });
    }
  };
  return {
    redis: { run: async (script, keys, args) => run(script, keys, args) },
    run,
    command: (...given) => {
      const args = given.map(String);
      if (args[0]?.toUpperCase() === "EVAL") {
        const [, text = "", keyCount, ...rest] = args;
        texts.set(hash("sha1", text), text);
        return evaluate(text, rest.slice(0, Number(keyCount)), rest.slice(Number(keyCount)));
      }
      if (args[0]?.toUpperCase() === "EVALSHA") {
        const [, sha1 = "", keyCount, ...rest] = args;
        const text = texts.get(sha1);
        if (text === undefined)
          throw new CommandError("NOSCRIPT No matching script. Please use EVAL.");
        return evaluate(text, rest.slice(0, Number(keyCount)), rest.slice(Number(keyCount)));
      }
      return plain(guarded(() => runCommand(keyspace, args.map(toBytes))));
    },
    read: (key) => {
      enter();
      return dumpKeyspace(keyspace, [toBytes(key)])[key];
    },
    dump: (prefix = "") => {
      enter();
      const start = toBytes(prefix);
      return dumpKeyspace(
        keyspace,
        keyspace.keys().filter((key) => key.startsWith(start)),
      );
    },
    size: () => {
      enter();
      return keyspace.keys().length;
    },
    commands: () => commands,
    scriptErrors: () => scriptErrors,
    snapshot: () => keyspace.snapshot(),
    restore: (snapshot) => keyspace.restore(snapshot),
    forget: (snapshot) => keyspace.forget(snapshot),
    fork: (options = { nowMs }) => createSimRedis(options, keyspace.fork()),
  };
}

function plain(reply: Reply): unknown {
  if (typeof reply === "string") return fromBytes(reply);
  if (typeof reply === "bigint")
    return Number.isSafeInteger(Number(reply)) ? Number(reply) : String(reply);
  if (reply === null || typeof reply === "number") return reply;
  return "status" in reply ? reply.status : reply.map(plain);
}
