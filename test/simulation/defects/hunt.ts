import "../../support/fill-chains.ts";
import { availableParallelism } from "node:os";
import type { KINDS } from "../history.ts";
import { simulateHistories } from "../simulate-histories.ts";
import { playWorld } from "../strangers/play-world.ts";

/**
 * Histories of a kind (argument 3; all where it is empty; worlds of strangers where it says so)
 * until one fails, at most argument 2 of them; the last line is what run-defects.ts reads.
 */
if (process.argv[3] === "strangers")
  console.log(JSON.stringify(await amongStrangers(Number(process.argv[2]))));
else await inHistories();

async function amongStrangers(
  worlds: number,
): Promise<{ histories: number; violations: readonly string[] }> {
  for (let played = 1; played <= worlds; played += 1) {
    const { violations } = await playWorld(7_000_000 + played);
    if (violations.length > 0) return { histories: played, violations: violations.slice(0, 1) };
  }
  return { histories: worlds, violations: [] };
}

async function inHistories(): Promise<void> {
  const { histories, failures } = await simulateHistories({
    seed: 7_000_000,
    histories: Number(process.argv[2]),
    workers: availableParallelism(),
    stopAtFailure: true,
    shrinking: "none",
    kind: (process.argv[3] || undefined) as keyof typeof KINDS | undefined,
  });
  console.log(JSON.stringify({ histories, violations: failures[0]?.violations.slice(0, 1) ?? [] }));
}
