import type { Keyspace } from "../keyspace.ts";
import { addIntegers } from "./add-integers.ts";
import type { Commands } from "./command.ts";
import { parseInteger } from "./parse-integer.ts";
import { unsupported } from "./unsupported.ts";

export const hashCommands: Commands = {
  HGET: {
    arity: 3,
    run: (keyspace, [, key, field]) => keyspace.read("hash", key!)?.get(field!) ?? null,
  },
  HMGET: {
    arity: -3,
    run: (keyspace, [, key, ...fields]) => {
      const hash = keyspace.read("hash", key!);
      return fields.map((field) => hash?.get(field) ?? null);
    },
  },
  HGETALL: {
    arity: 2,
    run: (keyspace, [, key]) => [...(keyspace.read("hash", key!) ?? [])].flat(),
  },
  HKEYS: { arity: 2, run: (keyspace, [, key]) => [...(keyspace.read("hash", key!)?.keys() ?? [])] },
  HVALS: {
    arity: 2,
    run: (keyspace, [, key]) => [...(keyspace.read("hash", key!)?.values() ?? [])],
  },
  HLEN: { arity: 2, run: (keyspace, [, key]) => keyspace.read("hash", key!)?.size ?? 0 },
  HEXISTS: {
    arity: 3,
    run: (keyspace, [, key, field]) => (keyspace.read("hash", key!)?.has(field!) ? 1 : 0),
  },
  HSET: { arity: -4, run: setFields },
  HSETNX: {
    arity: 4,
    run: (keyspace, [, key, field, value]) => {
      if (keyspace.read("hash", key!)?.has(field!)) return 0;
      keyspace.change("hash", key!).set(field!, value!);
      return 1;
    },
  },
  HDEL: { arity: -3, run: deleteFields },
  HINCRBY: {
    arity: 4,
    run: (keyspace, [, key, field, by]) => {
      const step = parseInteger(by!);
      const held = keyspace.read("hash", key!)?.get(field!) ?? "0";
      const sum = addIntegers(parseInteger(held, "ERR hash value is not an integer"), step);
      keyspace.change("hash", key!).set(field!, String(sum));
      return sum;
    },
  },
};

function setFields(keyspace: Keyspace, args: string[]): number {
  if (args.length % 2 !== 0) throw unsupported(args);
  const hash = keyspace.change("hash", args[1]!);
  const before = hash.size;
  for (let i = 2; i < args.length; i += 2) hash.set(args[i]!, args[i + 1]!);
  return hash.size - before;
}

function deleteFields(keyspace: Keyspace, [, key, ...fields]: string[]): number {
  const held = keyspace.read("hash", key!);
  if (held === undefined || !fields.some((field) => held.has(field))) return 0;
  const hash = keyspace.change("hash", key!);
  const before = hash.size;
  for (const field of fields) hash.delete(field);
  const after = hash.size;
  if (after === 0) keyspace.remove(key!);
  return before - after;
}
