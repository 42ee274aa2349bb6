import { availableParallelism } from "node:os";
import type { KINDS } from "../history.ts";
import { simulateHistories } from "../simulate-histories.ts";

/** Histories of a kind (argument 3; all where it is empty) until one fails, at most argument 2 of them; the last line is what run-defects.ts reads. */
const { histories, failures } = await simulateHistories({
  seed: 7_000_000,
  histories: Number(process.argv[2]),
  workers: availableParallelism(),
  stopAtFailure: true,
  shrinking: "none",
  kind: (process.argv[3] || undefined) as keyof typeof KINDS | undefined,
});
console.log(JSON.stringify({ histories, violations: failures[0]?.violations.slice(0, 1) ?? [] }));
