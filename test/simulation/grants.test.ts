import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { isWholeRun } from "../support/is-whole-run.ts";
import { replayCommand } from "./replay-command.ts";
import { simulateHistories } from "./simulate-histories.ts";

/**
 * What somebody does who has an agent's key. `npm run simulate -- --kind granted --histories
 * 100000` draws others.
 */
const HISTORIES = isWholeRun ? 4_000 : 500;
const SEED = 20_261_127;
/** Each is reached by more than one history in 50. */
const DEMANDED = [
  "grant: an intent",
  "grant: a sum was counted",
  "grant: what it asks for waits",
  "grant: ended",
  "grant: what waited was rejected",
  "agent: call",
  "agent: three calls at once",
  "agent: order",
  ...["limit_exceeded", "grant_not_valid", "grant_forbids"].map(
    (code) => `agent: call refused: ${code}`,
  ),
  "owner: ends the grant",
  "agent: gives it back",
  "chain: vault sold",
];

test(`security: in ${HISTORIES} histories a stolen grant keeps its limit, then ends`, async () => {
  const result = await simulateHistories({
    ...{ seed: SEED, histories: HISTORIES, workers: availableParallelism(), kind: "granted" },
  });
  expect(result.failures.map((failure) => replayCommand({ ...failure, kind: "granted" }))).toEqual(
    [],
  );
  expect(DEMANDED.filter((name) => !result.reached.has(name))).toEqual([]);
});
