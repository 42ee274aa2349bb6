import type { Keyspace } from "../keyspace.ts";
import type { Commands } from "./command.ts";
import { parseCount } from "./parse-count.ts";
import { unsupported } from "./unsupported.ts";

/**
 * Keys of any type, and their expiry. EXPIRE's options and the forms with a point in time are not
 * here: no script uses them.
 */
export const keyCommands: Commands = {
  DEL: { arity: -2, run: (keyspace, args) => countOf(args, (key) => keyspace.remove(key)) },
  UNLINK: { arity: -2, run: (keyspace, args) => countOf(args, (key) => keyspace.remove(key)) },
  EXISTS: {
    arity: -2,
    run: (keyspace, args) => countOf(args, (key) => keyspace.typeOf(key) !== undefined),
  },
  TYPE: { arity: 2, run: (keyspace, [, key]) => ({ status: keyspace.typeOf(key!) ?? "none" }) },
  KEYS: { arity: 2, run: (keyspace, args) => keysLike(keyspace, args) },
  DBSIZE: { arity: 1, run: (keyspace) => keyspace.keys().length },
  EXPIRE: {
    arity: 3,
    run: (keyspace, [, key, time]) =>
      expire(keyspace, key!, keyspace.nowMs + parseCount(time!) * 1_000),
  },
  PEXPIRE: {
    arity: 3,
    run: (keyspace, [, key, time]) => expire(keyspace, key!, keyspace.nowMs + parseCount(time!)),
  },
  PERSIST: {
    arity: 2,
    run: (keyspace, [, key]) => {
      if (typeof keyspace.expiryOf(key!) !== "number") return 0;
      keyspace.expireAt(key!, null);
      return 1;
    },
  },
  TTL: {
    arity: 2,
    run: (keyspace, [, key]) => left(keyspace, key!, (ms) => Math.floor((ms + 500) / 1_000)),
  },
  PTTL: { arity: 2, run: (keyspace, [, key]) => left(keyspace, key!, (ms) => ms) },
};

/** `args` with the command's name. */
function countOf(args: string[], holds: (key: string) => boolean): number {
  let count = 0;
  for (let i = 1; i < args.length; i += 1) if (holds(args[i]!)) count += 1;
  return count;
}

function keysLike(keyspace: Keyspace, args: string[]): string[] {
  const [, pattern = ""] = args;
  const prefix = pattern.slice(0, -1);
  if (!pattern.endsWith("*") || /[*?[\]\\]/.test(prefix)) throw unsupported(args);
  return keyspace.keys().filter((key) => key.startsWith(prefix));
}

/** A time that is not after now removes the key, as in Redis. */
function expire(keyspace: Keyspace, key: string, atMs: number): number {
  if (keyspace.typeOf(key) === undefined) return 0;
  if (atMs <= keyspace.nowMs) keyspace.remove(key);
  else keyspace.expireAt(key, atMs);
  return 1;
}

function left(keyspace: Keyspace, key: string, shown: (ms: number) => number): number {
  const expiresAtMs = keyspace.expiryOf(key);
  if (expiresAtMs === undefined) return -2;
  return expiresAtMs === null ? -1 : shown(expiresAtMs - keyspace.nowMs);
}
