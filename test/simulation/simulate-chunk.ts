import fc from "fast-check";
import { type History, histories } from "./history.ts";
import { runHistory } from "./run-history.ts";

export type Failure = { seed: number; path: string; history: History; violations: readonly string[] };
export type ChunkResult = { histories: number; reached: Record<string, number>; failure: Failure | undefined };

/** So many histories from one seed; the first that fails is shrunk. `path` replays a single one. */
export async function simulateChunk(seed: number, count: number, path?: string): Promise<ChunkResult> {
  const reached: Record<string, number> = {};
  let isShrinking = false;
  const property = fc.asyncProperty(histories, async (history) => {
    const result = await runHistory(history);
    if (!isShrinking) for (const state of result.reached) reached[state] = (reached[state] ?? 0) + 1;
    if (result.violations.length === 0) return;
    isShrinking = true;
    throw new Error(result.violations.join("\n"));
  });
  const checked = await fc.check(property, { seed, numRuns: count, ...(path !== undefined && { path }) });
  const [history] = checked.counterexample ?? [];
  if (history === undefined) return { histories: checked.numRuns, reached, failure: undefined };
  const { violations } = await runHistory(history);
  return {
    histories: checked.numRuns,
    reached,
    failure: { seed, path: checked.counterexamplePath ?? "", history, violations },
  };
}
