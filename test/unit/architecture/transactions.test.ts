import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");
const naming = (word: string): string[] =>
  files.filter(({ words }) => words.has(word)).map(({ path }) => path);

test("behavior: only run-tool, an order's run, an approval of its record make transactions", () => {
  expect(naming("executePlan")).toEqual([
    "src/pipeline/carry-out.ts",
    "src/pipeline/execute-plan.ts",
    // With deps that write and sign nothing.
    "src/pipeline/try-plan.ts",
    // Whose end is written down with its slice.
    "src/schedule/run-for-order.ts",
  ]);
  expect(naming("carryOut")).toEqual([
    ...[
      "src/calls/run-tool.ts",
      "src/operations/execute-operation.ts",
      "src/pipeline/carry-out.ts",
    ],
  ]);
  // A dry run, and what it tells of an order's first slice.
  expect(naming("tryPlan")).toEqual([
    ...["src/pipeline/carry-out.ts", "src/pipeline/try-plan.ts", "src/twap/tools/foresee-order.ts"],
  ]);
  expect(naming("executeOwnerPlan")).toEqual([
    "src/calls/run-tool.ts",
    "src/pipeline/execute-owner-plan.ts",
  ]);
  expect(naming("executeOperation")).toEqual([
    "src/operations/decide-operation.ts",
    "src/operations/execute-operation.ts",
  ]);
  expect(naming("prepareForApproval")).toEqual([
    "src/calls/offer-operation.ts",
    "src/pipeline/prepare-for-approval.ts",
  ]);
  expect(naming("broadcastCall")).toEqual(["src/pipeline/execute-plan.ts"]);
  expect(naming("prepareCall").sort()).toEqual([
    "src/pipeline/execute-plan.ts",
    "src/pipeline/prepare-call.ts",
    "src/pipeline/prepare-for-approval.ts",
  ]);
});

test("behavior: only pipeline and attempts broadcast, and all of it through one function", () => {
  expect(naming("eth_sendRawTransaction")).toEqual(["src/pipeline/sign-attempt.ts"]);
  expect(naming("eth_sendTransaction")).toEqual([]);
  // A dry run's refuses it.
  expect(naming("sendOnce")).toEqual([
    ...["src/calls/dry-deps.ts", "src/chain/rpc.ts", "src/pipeline/sign-attempt.ts"],
  ]);
  const senders = naming("sendTransaction");
  expect(senders.length).toBeGreaterThan(2);
  expect(senders.filter((path) => !/^src\/(pipeline|attempts)\//.test(path))).toEqual([]);
});

test("behavior: only pipeline and attempts sign", () => {
  const signers = files
    .filter(({ uses }) => [...uses].some((use) => /wallet\.sign$/.test(use)))
    .map(({ path }) => path);
  expect(signers.length).toBeGreaterThan(1);
  expect(signers.filter((path) => !/^src\/(pipeline|attempts)\//.test(path))).toEqual([]);
  expect(naming("signTransaction")).toEqual(["src/wallet/local-agent-wallet.ts"]);
  // Texts of the audit log and of a call's receipt, which no chain takes for a transaction and no
  // door for an operator's message.
  expect(naming("signMessage")).toEqual([
    "src/audit/seal-audit.ts",
    // Which refuses it.
    "src/calls/dry-deps.ts",
    "src/payment/receipt-headers.ts",
    "src/wallet/agent-wallet.ts",
    "src/wallet/local-agent-wallet.ts",
  ]);
  expect(naming("signTypedData")).toEqual([]);
  // By a key of no vault, over the hashes of x402's two texts; the payment only checks one.
  expect(naming("typedHasher")).toEqual([
    "src/lib/typed-hasher.ts",
    "src/payment/authorization-hash.ts",
    "src/wallet/create-receipt-signer.ts",
  ]);
});

test("behavior: only broadcast writes intents; the pipeline judges calls, also when resent", () => {
  expect(naming("prepareAttempt")).toEqual([
    "src/pipeline/write-intent.ts",
    "src/store/attempts/prepare-attempt.ts",
  ]);
  expect(naming("writeIntent")).toEqual([
    "src/pipeline/ready-to-send.ts",
    "src/pipeline/write-intent.ts",
  ]);
  // A dry run goes as far, over deps that write nothing.
  expect(naming("readyToSend")).toEqual([
    ...[
      "src/pipeline/execute-plan.ts",
      "src/pipeline/ready-to-send.ts",
      "src/pipeline/try-plan.ts",
    ],
  ]);
  for (const judge of [
    "judgeSwapShield",
    "judgeNavShield",
    "checkSwapCalldata",
    "runSevenChecks",
  ]) {
    const users = naming(judge).filter((path) => !/^src\/(shields|calldata)\//.test(path));
    expect(users.length, judge).toBeGreaterThan(0);
    expect(
      users.filter(
        (path) =>
          !/^src\/pipeline\/|^src\/attempts\/may-send-again\.ts$|^src\/hyperliquid\/read-hyperliquid-value\.ts$/.test(
            path,
          ),
      ),
      judge,
    ).toEqual([]);
  }
});

test("behavior: routes hold no business: they reach neither chain, shields nor wallet", () => {
  const reach =
    /\/src\/(chain|shields|calldata|fees|wallet|venues|pipeline|attempts|twap(?!\/tools))\//;
  const wrong = files
    .filter(({ path }) => path.startsWith("functions/"))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => reach.test(specifier))
        .map(({ specifier }) => `${path} -> ${specifier}`),
    );
  expect(wrong).toEqual([]);
});
