import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { isWholeRun } from "../support/is-whole-run.ts";
import { coverageTable } from "./coverage-table.ts";
import { demandedCoverage } from "./demanded-coverage.ts";
import { EXPECTED_COVERAGE } from "./expected-coverage.ts";
import { replayCommand } from "./replay-command.ts";
import { simulateHistories } from "./simulate-histories.ts";

/**
 * The whole run's reach every state there is; of these fewer, what so many reach by any draw of the
 * seed.
 */
const HISTORIES = isWholeRun ? 11_500 : 1_500;
const DEMANDED = isWholeRun ? EXPECTED_COVERAGE : demandedCoverage(HISTORIES);
/** Always the same histories: what fails here was changed here. `npm run simulate` draws others. */
const SEED = 20_261_120;

test(`behavior: ${HISTORIES} fault histories violate nothing, reach what is demanded`, async () => {
  const started = performance.now();
  const result = await simulateHistories({
    seed: SEED,
    histories: HISTORIES,
    workers: availableParallelism(),
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${result.histories} histories in ${seconds} s; share of histories that ` +
      `reached\n${coverageTable(result)}`,
  );
  expect(result.failures.map((failure) => replayCommand(failure))).toEqual([]);
  expect(DEMANDED.filter((name) => !result.reached.has(name))).toEqual([]);
});
