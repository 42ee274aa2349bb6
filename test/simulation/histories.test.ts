import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { coverageTable } from "./coverage-table.ts";
import { EXPECTED_COVERAGE } from "./expected-coverage.ts";
import { replayCommand } from "./replay-command.ts";
import { simulateHistories } from "./simulate-histories.ts";

const HISTORIES = 11_500;
/** Always the same histories: what fails here was changed here. `npm run simulate` draws others. */
const SEED = 20_261_120;

test(`behavior: ${HISTORIES} histories of faults violate nothing, and reach every state and every fault`, async () => {
  const started = performance.now();
  const result = await simulateHistories({ seed: SEED, histories: HISTORIES, workers: availableParallelism() });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${result.histories} histories in ${seconds} s; share of histories that reached\n${coverageTable(result)}`,
  );
  expect(result.failures.map((failure) => replayCommand(failure))).toEqual([]);
  expect(EXPECTED_COVERAGE.filter((name) => !result.reached.has(name))).toEqual([]);
});
