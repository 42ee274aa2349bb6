import type { Keyspace } from "../keyspace.ts";
import type { Reply } from "../reply.ts";
import { placeOf, removeMember, setScore } from "../sorted-set.ts";
import type { Commands } from "./command.ts";
import { parseScore } from "./parse-score.ts";
import { unsupported } from "./unsupported.ts";

/** Sorted sets, but for the ranges (zset-range-commands.ts). */
export const zsetCommands: Commands = {
  ZADD: { arity: -4, run: add },
  ZINCRBY: {
    arity: 4,
    run: (keyspace, [, key, by, member]) => {
      const sum =
        parseScore(by!) + (keyspace.read("zset", key!)?.byMember.get(member!)?.score ?? 0);
      setScore(keyspace.change("zset", key!), member!, parseScore(String(sum)));
      return String(sum);
    },
  },
  ZREM: { arity: -3, run: remove },
  ZCARD: { arity: 2, run: (keyspace, [, key]) => keyspace.read("zset", key!)?.ordered.length ?? 0 },
  ZSCORE: { arity: 3, run: (keyspace, [, key, member]) => scoreOf(keyspace, key!, member!) },
  ZMSCORE: {
    arity: -3,
    run: (keyspace, [, key, ...members]) =>
      members.map((member) => scoreOf(keyspace, key!, member)),
  },
  ZRANK: {
    arity: 3,
    run: (keyspace, [, key, member]) => rankOf(keyspace, key!, member!, (rank) => rank),
  },
  ZREVRANK: {
    arity: 3,
    run: (keyspace, [, key, member]) =>
      rankOf(keyspace, key!, member!, (rank, size) => size - 1 - rank),
  },
};

function scoreOf(keyspace: Keyspace, key: string, member: string): string | null {
  const scored = keyspace.read("zset", key)?.byMember.get(member);
  return scored === undefined ? null : String(scored.score);
}

function rankOf(
  keyspace: Keyspace,
  key: string,
  member: string,
  shown: (rank: number, size: number) => number,
): Reply {
  const zset = keyspace.read("zset", key);
  const scored = zset?.byMember.get(member);
  if (zset === undefined || scored === undefined) return null;
  return shown(placeOf(zset.ordered, scored.score, member), zset.ordered.length);
}

/**
 * ZADD key [NX | XX | GT | LT] [CH] score member ...: one condition at most, of which Redis allows
 * a few together.
 */
function add(keyspace: Keyspace, args: string[]): Reply {
  let condition: string | undefined;
  let changed = false;
  let at = 2;
  for (; at < args.length; at += 1) {
    const option = args[at]!.toUpperCase();
    if (option === "CH") changed = true;
    else if (["NX", "XX", "GT", "LT"].includes(option)) {
      if (condition !== undefined) throw unsupported(args);
      condition = option;
    } else break;
  }
  if (at === args.length || (args.length - at) % 2 !== 0) throw unsupported(args);
  const given: [number, string][] = [];
  for (; at < args.length; at += 2) given.push([parseScore(args[at]!), args[at + 1]!]);
  let count = 0;
  for (const [score, member] of given) {
    const held = keyspace.read("zset", args[1]!)?.byMember.get(member)?.score;
    if (held === score || !isAllowed(condition, held, score)) continue;
    setScore(keyspace.change("zset", args[1]!), member, score);
    if (changed || held === undefined) count += 1;
  }
  return count;
}

function isAllowed(
  condition: string | undefined,
  held: number | undefined,
  score: number,
): boolean {
  if (condition === "NX") return held === undefined;
  if (condition === "XX") return held !== undefined;
  if (held === undefined || condition === undefined) return true;
  return condition === "GT" ? score > held : score < held;
}

function remove(keyspace: Keyspace, [, key, ...members]: string[]): number {
  const held = keyspace.read("zset", key!);
  if (held === undefined || !members.some((member) => held.byMember.has(member))) return 0;
  const zset = keyspace.change("zset", key!);
  let removed = 0;
  for (const member of members) if (removeMember(zset, member)) removed += 1;
  if (zset.ordered.length === 0) keyspace.remove(key!);
  return removed;
}
