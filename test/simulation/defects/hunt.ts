import { availableParallelism } from "node:os";
import { simulateHistories } from "../simulate-histories.ts";

/** Histories until one fails, at most `process.argv[2]` of them; the last line is what run-defects.ts reads. */
const { histories, failures } = await simulateHistories({
  seed: 7_000_000,
  histories: Number(process.argv[2]),
  workers: availableParallelism(),
  stopAtFailure: true,
  shrinking: "none",
});
console.log(JSON.stringify({ histories, violations: failures[0]?.violations.slice(0, 1) ?? [] }));
