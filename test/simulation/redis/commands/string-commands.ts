import { CommandError } from "../command-error.ts";
import type { Keyspace } from "../keyspace.ts";
import type { Reply } from "../reply.ts";
import { addIntegers } from "./add-integers.ts";
import type { Commands } from "./command.ts";
import { parseCount } from "./parse-count.ts";
import { parseInteger } from "./parse-integer.ts";
import { unsupported } from "./unsupported.ts";

const OK = { status: "OK" };

export const stringCommands: Commands = {
  GET: { arity: 2, run: (keyspace, [, key]) => keyspace.read("string", key!) ?? null },
  MGET: {
    arity: -2,
    run: (keyspace, [, ...keys]) =>
      keys.map((key) =>
        keyspace.typeOf(key) === "string" ? (keyspace.read("string", key) ?? null) : null,
      ),
  },
  STRLEN: { arity: 2, run: (keyspace, [, key]) => (keyspace.read("string", key!) ?? "").length },
  SET: { arity: -3, run: set },
  MSET: {
    arity: -3,
    run: (keyspace, [, ...pairs]) => {
      if (pairs.length % 2 === 1)
        throw new CommandError("ERR wrong number of arguments for 'mset' command");
      for (let at = 0; at < pairs.length; at += 2) keyspace.put(pairs[at]!, pairs[at + 1]!, null);
      return OK;
    },
  },
  SETNX: {
    arity: 3,
    run: (keyspace, [, key, value]) => {
      if (keyspace.typeOf(key!) !== undefined) return 0;
      keyspace.put(key!, value!, null);
      return 1;
    },
  },
  GETDEL: {
    arity: 2,
    run: (keyspace, [, key]) => {
      const value = keyspace.read("string", key!) ?? null;
      keyspace.remove(key!);
      return value;
    },
  },
  INCR: { arity: 2, run: (keyspace, [, key]) => increase(keyspace, key!, 1) },
  DECR: { arity: 2, run: (keyspace, [, key]) => increase(keyspace, key!, -1) },
  INCRBY: { arity: 3, run: (keyspace, [, key, by]) => increase(keyspace, key!, parseInteger(by!)) },
};

function increase(keyspace: Keyspace, key: string, by: number | bigint): number | bigint {
  const sum = addIntegers(parseInteger(keyspace.read("string", key) ?? "0"), by);
  keyspace.put(key, String(sum), keyspace.expiryOf(key) ?? null);
  return sum;
}

/** SET key value [NX | XX] [GET] [EX s | PX ms | KEEPTTL], options in any order and case. */
function set(keyspace: Keyspace, args: string[]): Reply {
  const [, key, value] = args as [string, string, string];
  let only: "NX" | "XX" | undefined;
  let get = false;
  let keepTtl = false;
  let expiresAtMs: number | null = null;
  for (let i = 3; i < args.length; i += 1) {
    const option = args[i]!.toUpperCase();
    if (option === "NX" || option === "XX") {
      if (only !== undefined) throw unsupported(args);
      only = option;
    } else if (option === "GET") get = true;
    else if (option === "KEEPTTL") keepTtl = true;
    else {
      i += 1;
      if (expiresAtMs !== null || args[i] === undefined) throw unsupported(args);
      expiresAtMs = expiryOf(keyspace, option, args[i]!, args);
    }
  }
  if (keepTtl && expiresAtMs !== null) throw unsupported(args);
  const before = get ? (keyspace.read("string", key) ?? null) : null;
  const exists = only !== undefined && keyspace.typeOf(key) !== undefined;
  if ((only === "NX" && exists) || (only === "XX" && !exists)) return before;
  const until = keepTtl ? (keyspace.expiryOf(key) ?? null) : expiresAtMs;
  keyspace.put(key, value, until);
  return get ? before : OK;
}

function expiryOf({ nowMs }: Keyspace, option: string, text: string, args: string[]): number {
  if (option !== "EX" && option !== "PX") throw unsupported(args);
  const time = parseCount(text);
  if (time <= 0) throw new CommandError("ERR invalid expire time in 'set' command");
  return nowMs + (option === "EX" ? time * 1_000 : time);
}
