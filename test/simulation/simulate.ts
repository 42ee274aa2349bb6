import "../support/fill-chains.ts";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import { coverageTable } from "./coverage-table.ts";
import { demandedCoverage } from "./demanded-coverage.ts";
import { EXPECTED_COVERAGE } from "./expected-coverage.ts";
import { KINDS } from "./history.ts";
import { replayCommand } from "./replay-command.ts";
import { runHistory } from "./run-history.ts";
import { simulateChunk } from "./simulate-chunk.ts";
import { simulateHistories } from "./simulate-histories.ts";

/**
 * npm run simulate -- [--histories N] [--seed S] [--workers W]: histories until one fails; with
 * --keep-going all of them, and what fails as it is found; with --kind K only those of a kind
 * (history.ts), of which no state is demanded. Ends with 1 when something was violated, or when a
 * state was not reached that so many reach.
 *
 * npm run simulate -- --seed S --path P: one history again, with everything that happens in it.
 */
const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "10000" },
    seed: { type: "string" },
    path: { type: "string" },
    workers: { type: "string" },
    kind: { type: "string" },
    "keep-going": { type: "boolean", default: false },
  },
});
const kind = z
  .enum(Object.keys(KINDS) as (keyof typeof KINDS)[])
  .optional()
  .parse(values.kind);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

if (values.path !== undefined) await replay(seed, values.path);
else await simulate(Number(values.histories), Number(values.workers ?? availableParallelism()));

async function replay(from: number, path: string): Promise<void> {
  const { failure } = await simulateChunk({ seed: from, count: 1, path, kind, shrinking: "whole" });
  if (failure === undefined) {
    console.log("This history violates nothing.");
    return;
  }
  await runHistory(failure.history, console.log);
  console.log(replayCommand({ ...failure, kind }));
  process.exitCode = 1;
}

async function simulate(histories: number, workers: number): Promise<void> {
  console.log(`${histories} histories from seed ${seed} in ${workers} processes`);
  const started = performance.now();
  let shownAt = 0;
  const result = await simulateHistories({
    seed,
    histories,
    workers,
    stopAtFailure: !values["keep-going"],
    shrinking: values["keep-going"] ? "none" : "whole",
    kind,
    onFailure: (failure) => console.log(replayCommand({ ...failure, kind })),
    onProgress: (done) => {
      const now = performance.now();
      if (now - shownAt < 5_000) return;
      shownAt = now;
      console.log(`${done} histories, ${Math.round((done * 1_000) / (now - started))} per second`);
    },
  });
  console.log(coverageTable(result));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const never = EXPECTED_COVERAGE.filter((name) => !result.reached.has(name));
  const demanded = demandedCoverage(result.histories);
  const missing = kind === undefined ? never.filter((name) => demanded.includes(name)) : [];
  const tooRare = never.filter((name) => !demanded.includes(name));
  console.log(
    `${result.histories} histories in ${seconds} s: ${result.failures.length} with violations`,
  );
  if (tooRare.length > 0)
    console.log(`not reached, and too rare to be demanded of so few: ${tooRare.join(", ")}`);
  if (missing.length > 0) console.log(`never reached: ${missing.join(", ")}`);
  if (result.failures.length > 0 || missing.length > 0) process.exitCode = 1;
}
