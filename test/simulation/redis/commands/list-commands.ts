import type { Keyspace } from "../keyspace.ts";
import type { Reply } from "../reply.ts";
import type { Commands } from "./command.ts";
import { parseCount } from "./parse-count.ts";
import { sliceRange } from "./slice-range.ts";
import { unsupported } from "./unsupported.ts";

/** Lists are short here (20 events, 20 closed orders, 200 notifications): plain arrays. */
export const listCommands: Commands = {
  LPUSH: {
    arity: -3,
    run: (keyspace, [, key, ...items]) => keyspace.change("list", key!).unshift(...items.reverse()),
  },
  RPUSH: {
    arity: -3,
    run: (keyspace, [, key, ...items]) => keyspace.change("list", key!).push(...items),
  },
  LPOP: {
    arity: -2,
    run: (keyspace, args) => pop(keyspace, args, (list, count) => list.splice(0, count)),
  },
  RPOP: {
    arity: -2,
    run: (keyspace, args) =>
      pop(keyspace, args, (list, count) => list.splice(-count, count).reverse()),
  },
  LLEN: { arity: 2, run: (keyspace, [, key]) => keyspace.read("list", key!)?.length ?? 0 },
  LINDEX: {
    arity: 3,
    run: (keyspace, [, key, index]) => keyspace.read("list", key!)?.at(parseCount(index!)) ?? null,
  },
  LRANGE: {
    arity: 4,
    run: (keyspace, [, key, start, stop]) => {
      const [first, last] = [parseCount(start!), parseCount(stop!)];
      const list = keyspace.read("list", key!) ?? [];
      return list.slice(...sliceRange(first, last, list.length));
    },
  },
  LTRIM: { arity: 4, run: trim },
  LREM: { arity: 4, run: removeItems },
};

function pop(
  keyspace: Keyspace,
  args: string[],
  take: (list: string[], count: number) => string[],
): Reply {
  const [, key, given] = args;
  const count = given === undefined ? 1 : parseCount(given);
  if (args.length > 3 || count < 1) throw unsupported(args);
  if (keyspace.read("list", key!) === undefined) return null;
  const list = keyspace.change("list", key!);
  const taken = take(list, Math.min(count, list.length));
  if (list.length === 0) keyspace.remove(key!);
  return given === undefined ? taken[0]! : taken;
}

function trim(keyspace: Keyspace, [, key, start, stop]: string[]): Reply {
  const [first, last] = [parseCount(start!), parseCount(stop!)];
  const held = keyspace.read("list", key!);
  if (held !== undefined) {
    const [from, to] = sliceRange(first, last, held.length);
    if (from === to) keyspace.remove(key!);
    else if (to - from < held.length) {
      const list = keyspace.change("list", key!);
      list.length = to;
      list.splice(0, from);
    }
  }
  return { status: "OK" };
}

/** `count` from the head, from the tail when negative, all when 0. */
function removeItems(keyspace: Keyspace, [, key, given, item]: string[]): number {
  const count = parseCount(given!);
  if (!keyspace.read("list", key!)?.includes(item!)) return 0;
  const list = keyspace.change("list", key!);
  const most = count === 0 ? list.length : Math.abs(count);
  let removed = 0;
  while (removed < most) {
    const at = count < 0 ? list.lastIndexOf(item!) : list.indexOf(item!);
    if (at < 0) break;
    list.splice(at, 1);
    removed += 1;
  }
  if (list.length === 0) keyspace.remove(key!);
  return removed;
}
