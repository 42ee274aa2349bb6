import fc from "fast-check";
import { type History, histories, KINDS } from "./history.ts";
import { type HistoryResult, runHistory } from "./run-history.ts";

export type Failure = {
  seed: number;
  path: string;
  history: History;
  violations: readonly string[];
};
export type ChunkResult = {
  histories: number;
  reached: Record<string, number>;
  failure: Failure | undefined;
};

type Options = {
  seed: number;
  count: number;
  /** Replays a single one. */
  path?: string | undefined;
  /** Only histories of this kind. */
  kind?: keyof typeof KINDS | undefined;
  /** How a failing history is cut down; `none` where it only matters that one fails. */
  shrinking: "whole" | "none";
};

/** So many histories from one seed; ends with the first that fails. */
export async function simulateChunk({
  seed,
  count,
  path,
  kind,
  shrinking,
}: Options): Promise<ChunkResult> {
  const reached: Record<string, number> = {};
  let isShrinking = false;
  const property = fc.asyncProperty(
    kind === undefined ? histories : KINDS[kind],
    async (history) => {
      const result = await judged(history);
      if (!isShrinking)
        for (const state of result.reached) reached[state] = (reached[state] ?? 0) + 1;
      if (result.violations.length === 0) return;
      isShrinking = true;
      throw new Error(result.violations.join("\n"));
    },
  );
  const checked = await fc.check(property, {
    seed,
    numRuns: count,
    endOnFailure: shrinking === "none",
    ...(path !== undefined && { path }),
  });
  const [history] = checked.counterexample ?? [];
  if (history === undefined) return { histories: checked.numRuns, reached, failure: undefined };
  const { violations } = await judged(history);
  return {
    histories: checked.numRuns,
    reached,
    failure: { seed, path: checked.counterexamplePath ?? "", history, violations },
  };
}

/** A history that the simulator cannot even play to its end has failed too. */
async function judged(history: History): Promise<Pick<HistoryResult, "violations" | "reached">> {
  try {
    return await runHistory(history);
  } catch (error) {
    return {
      violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      reached: new Set(),
    };
  }
}
