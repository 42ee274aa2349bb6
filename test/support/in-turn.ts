import { isWholeRun } from "./is-whole-run.ts";

/**
 * Hands out the values whose turn it is: of `every` values one to the first that asks, the next one
 * to the second, and so on, so that as many who ask meet all of them. In the whole run each meets
 * all.
 *
 * @example const inTurn = turnTaker(4); inTurn("text", ["a", "b", "c", "d", "e"]) // ["a", "e"]
 */
export function turnTaker(every: number): <T>(kind: string, values: readonly T[]) => readonly T[] {
  const turns: Record<string, number> = {};
  return (kind, values) => {
    if (isWholeRun) return values;
    const turn = turns[kind] ?? 0;
    turns[kind] = turn + 1;
    return values.filter((_, index) => index % every === turn % every);
  };
}
