import { fromBytes } from "./from-bytes.ts";
import type { Keyspace } from "./keyspace.ts";

/**
 * Text: a string. Array: a list. Object: a hash. Set: a set. Map: a sorted set, member to score, in
 * its order.
 */
export type StoredValue =
  | string
  | string[]
  | Record<string, string>
  | Set<string>
  | Map<string, number>;

/**
 * These keys (given as bytes) with what they hold, all as text; missing ones are left out. Copies:
 * the caller may keep them.
 */
export function dumpKeyspace(
  keyspace: Keyspace,
  keys: readonly string[],
): Record<string, StoredValue> {
  const dump: Record<string, StoredValue> = {};
  for (const key of keys) {
    const value = storedIn(keyspace, key);
    if (value !== undefined) dump[fromBytes(key)] = value;
  }
  return dump;
}

function storedIn(keyspace: Keyspace, key: string): StoredValue | undefined {
  switch (keyspace.typeOf(key)) {
    case "string":
      return fromBytes(keyspace.read("string", key) ?? "");
    case "list":
      return keyspace.read("list", key)?.map(fromBytes);
    case "hash":
      return Object.fromEntries(
        [...(keyspace.read("hash", key) ?? [])].map(([field, value]) => [
          fromBytes(field),
          fromBytes(value),
        ]),
      );
    case "set":
      return new Set([...(keyspace.read("set", key) ?? [])].map(fromBytes));
    case "zset":
      return new Map(
        keyspace.read("zset", key)?.ordered.map(({ member, score }) => [fromBytes(member), score]),
      );
    default:
      return undefined;
  }
}
