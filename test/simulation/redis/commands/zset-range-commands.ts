import type { Keyspace } from "../keyspace.ts";
import { removeMember, type ScoredMember } from "../sorted-set.ts";
import type { Command, Commands } from "./command.ts";
import { type Bound, parseBound } from "./parse-bound.ts";
import { parseCount } from "./parse-count.ts";
import { sliceRange } from "./slice-range.ts";
import { unsupported } from "./unsupported.ts";

type Options = {
  byScore: boolean;
  reverse: boolean;
  withScores: boolean;
  limit: [offset: number, count: number];
};

/** BYLEX, ZRANGESTORE and the like are not here: no script uses them. */
export const zsetRangeCommands: Commands = {
  ZRANGE: {
    arity: -4,
    run: (keyspace, args) => range(keyspace, args, optionsOf(args, ["BYSCORE", "REV"])),
  },
  ZREVRANGE: ranged(false, true),
  ZRANGEBYSCORE: ranged(true, false),
  ZREVRANGEBYSCORE: ranged(true, true),
  ZCOUNT: {
    arity: 4,
    run: (keyspace, [, key, min, max]) => between(keyspace, key!, min!, max!).length,
  },
  ZREMRANGEBYSCORE: {
    arity: 4,
    run: (keyspace, [, key, min, max]) =>
      removeAll(keyspace, key!, between(keyspace, key!, min!, max!)),
  },
  ZREMRANGEBYRANK: {
    arity: 4,
    run: (keyspace, [, key, start, stop]) =>
      removeAll(keyspace, key!, ranked(keyspace, key!, start!, stop!, false)),
  },
  ZPOPMIN: { arity: -2, run: (keyspace, args) => pop(keyspace, args, false) },
  ZPOPMAX: { arity: -2, run: (keyspace, args) => pop(keyspace, args, true) },
};

function ranged(byScore: boolean, reverse: boolean): Command {
  return {
    arity: -4,
    run: (keyspace, args) => range(keyspace, args, { ...optionsOf(args, []), byScore, reverse }),
  };
}

function optionsOf(args: string[], more: string[]): Options {
  const options: Options = { byScore: false, reverse: false, withScores: false, limit: [0, -1] };
  for (let i = 4; i < args.length; i += 1) {
    const option = args[i]!.toUpperCase();
    if (option === "WITHSCORES") options.withScores = true;
    else if (option === "LIMIT" && i + 2 < args.length) {
      options.limit = [parseCount(args[i + 1]!), parseCount(args[i + 2]!)];
      i += 2;
    } else if (option === "BYSCORE" && more.includes(option)) options.byScore = true;
    else if (option === "REV" && more.includes(option)) options.reverse = true;
    else throw unsupported(args);
  }
  return options;
}

function range(
  keyspace: Keyspace,
  args: string[],
  { byScore, reverse, withScores, limit }: Options,
): string[] {
  const [, key, start, stop] = args as [string, string, string, string];
  const [offset, count] = limit;
  if (!byScore && (offset !== 0 || count !== -1)) throw unsupported(args);
  const found = byScore
    ? reversed(
        reverse ? between(keyspace, key, stop, start) : between(keyspace, key, start, stop),
        reverse,
      )
    : ranked(keyspace, key, start, stop, reverse);
  const shown = offset < 0 ? [] : found.slice(offset, count < 0 ? undefined : offset + count);
  return shownOf(shown, withScores);
}

const shownOf = (found: readonly ScoredMember[], withScores: boolean): string[] =>
  withScores
    ? found.flatMap(({ member, score }) => [member, String(score)])
    : found.map(({ member }) => member);

const reversed = <T>(list: T[], reverse: boolean): T[] => (reverse ? list.reverse() : list);

function ranked(
  keyspace: Keyspace,
  key: string,
  start: string,
  stop: string,
  reverse: boolean,
): ScoredMember[] {
  const [first, last] = [parseCount(start), parseCount(stop)];
  const ordered = keyspace.read("zset", key)?.ordered ?? [];
  const [from, to] = sliceRange(first, last, ordered.length);
  return reverse
    ? ordered.slice(ordered.length - to, ordered.length - from).reverse()
    : ordered.slice(from, to);
}

function between(keyspace: Keyspace, key: string, min: string, max: string): ScoredMember[] {
  const [low, high] = [parseBound(min), parseBound(max)];
  const ordered = keyspace.read("zset", key)?.ordered ?? [];
  return ordered.slice(
    firstWhere(ordered, low, (score, { score: bound, exclusive }) =>
      exclusive ? score > bound : score >= bound,
    ),
    firstWhere(ordered, high, (score, { score: bound, exclusive }) =>
      exclusive ? score >= bound : score > bound,
    ),
  );
}

/** The first index for which it holds; it holds for all after it too. */
function firstWhere(
  ordered: readonly ScoredMember[],
  bound: Bound,
  holds: (score: number, bound: Bound) => boolean,
): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ordered[middle]!.score, bound)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pop(keyspace: Keyspace, args: string[], highest: boolean): string[] {
  const [, key, given] = args;
  const count = given === undefined ? 1 : parseCount(given);
  if (args.length > 3 || count < 1) throw unsupported(args);
  const found = ranked(keyspace, key!, "0", String(count - 1), highest);
  removeAll(keyspace, key!, found);
  return shownOf(found, true);
}

function removeAll(keyspace: Keyspace, key: string, found: readonly ScoredMember[]): number {
  if (found.length === 0) return 0;
  const zset = keyspace.change("zset", key);
  for (const { member } of found) removeMember(zset, member);
  if (zset.ordered.length === 0) keyspace.remove(key);
  return found.length;
}
