import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");
const naming = (word: string): string[] => files.filter(({ words }) => words.has(word)).map(({ path }) => path);

test("behavior: only run-tool turns a plan into a transaction, and an approval what run-tool wrote down for it", () => {
  expect(naming("executePlan")).toEqual([
    "src/execution/execute-plan.ts",
    "src/operations/execute-operation.ts",
    "src/tools/run-tool.ts",
  ]);
  expect(naming("executeOperation")).toEqual([
    "src/operations/decide-operation.ts",
    "src/operations/execute-operation.ts",
  ]);
  expect(naming("prepareForApproval")).toEqual([
    "src/execution/prepare-for-approval.ts",
    "src/tools/offer-operation.ts",
  ]);
  expect(naming("broadcastCall")).toEqual(["src/execution/broadcast-call.ts", "src/execution/execute-plan.ts"]);
  expect(naming("prepareCall").sort()).toEqual([
    "src/execution/execute-plan.ts",
    "src/execution/prepare-call.ts",
    "src/execution/prepare-for-approval.ts",
  ]);
});

test("behavior: only execution broadcasts, and all of it through one function", () => {
  expect(naming("eth_sendRawTransaction")).toEqual(["src/execution/send-transaction.ts"]);
  expect(naming("eth_sendTransaction")).toEqual([]);
  expect(naming("sendOnce")).toEqual(["src/chain/rpc.ts", "src/execution/send-transaction.ts"]);
  const senders = naming("sendTransaction");
  expect(senders.length).toBeGreaterThan(2);
  expect(senders.filter((path) => !path.startsWith("src/execution/"))).toEqual([]);
});

test("behavior: only execution signs", () => {
  const signers = files
    .filter(({ uses }) => [...uses].some((use) => /wallet\.sign$/.test(use)))
    .map(({ path }) => path);
  expect(signers.length).toBeGreaterThan(1);
  expect(signers.filter((path) => !path.startsWith("src/execution/"))).toEqual([]);
  expect(naming("signTransaction")).toEqual(["src/wallet/local-agent-wallet.ts"]);
  // A text of the audit log, which no chain takes for a transaction and no door for an operator's message.
  expect(naming("signMessage")).toEqual([
    "src/audit/sign-seal.ts",
    "src/wallet/agent-wallet.ts",
    "src/wallet/guard-wallet.ts",
    "src/wallet/local-agent-wallet.ts",
  ]);
});

test("behavior: an intent is written by the broadcast only, and shields are judged in execution only", () => {
  expect(naming("prepareAttempt")).toEqual(["src/execution/broadcast-call.ts", "src/store/scripts/prepare-attempt.ts"]);
  for (const judge of ["judgeSwapShield", "judgeNavShield", "checkSwapCalldata", "runSevenChecks"]) {
    const users = naming(judge).filter((path) => !path.startsWith("src/safety/"));
    expect(users.length, judge).toBeGreaterThan(0);
    expect(
      users.filter((path) => !path.startsWith("src/execution/")),
      judge,
    ).toEqual([]);
  }
});

test("behavior: routes hold no business: they reach neither the chain, the safety rules nor the wallet", () => {
  const reach = /\/src\/(chain|safety|wallet|venues|execution|twap)\//;
  const wrong = files
    .filter(({ path }) => path.startsWith("functions/"))
    .flatMap(({ path, imports }) =>
      imports.filter(({ specifier }) => reach.test(specifier)).map(({ specifier }) => `${path} -> ${specifier}`),
    );
  // The events route filters what it read by the caller's `since`, and shapes it: both are pure and of one line.
  expect(wrong).toEqual([
    "functions/strategy-events.ts -> ../src/twap/filter-events.ts",
    "functions/strategy-events.ts -> ../src/twap/strategy-event-of.ts",
  ]);
});
