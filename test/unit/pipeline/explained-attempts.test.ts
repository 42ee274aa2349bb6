import type { Hash } from "viem";
import { expect, test } from "vitest";
import { explainedAttempts } from "../../../src/pipeline/write-intent.ts";
import { executionBench } from "./support/execution-bench.ts";

const hashOf = (n: number): Hash => `0x${n.toString(16).padStart(64, "0")}`;

test("behavior: any mined hash of an attempt explains it; none or unread does not", async () => {
  const bench = await executionBench();
  const receipt = (hash: unknown) => ({
    ...{
      transactionHash: hash,
      status: "0x1",
      blockNumber: "0x1",
      blockHash: hashOf(9),
      from: bench.agent,
    },
    ...{ to: bench.vault, gasUsed: "0x1", effectiveGasPrice: "0x1", logs: [] },
  });
  bench.answer("eth_getTransactionReceipt", ({ params: [hash] }) =>
    hash === hashOf(4)
      ? "silent"
      : { result: [hashOf(1), hashOf(6)].includes(hash as Hash) ? receipt(hash) : null },
  );
  const open = [
    { id: "first of two", hashes: [hashOf(1), hashOf(2)] },
    { id: "none", hashes: [hashOf(3)] },
    { id: "unread", hashes: [hashOf(4)] },
    { id: "second of two", hashes: [hashOf(5), hashOf(6)] },
  ];
  expect(await explainedAttempts(bench.chainDeps, open)).toEqual(["first of two", "second of two"]);
  expect(bench.requests).toHaveLength(1);
});
