import type { Hash } from "viem";
import { describe, expect, test } from "vitest";
import type { AttemptSwap } from "../../../schemas/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import type { Intent, ShieldFigures } from "../../../src/kinds/execution-outcome.ts";
import { awaitOutcome } from "../../../src/pipeline/execute-plan.ts";
import { words } from "../../simulation/chain/words.ts";
import { callAttempt, HASH } from "./support/call-attempt.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const FIGURES: ShieldFigures = { swapShield: null, navShield: null };
const DEBUG = { value: "0x0" };
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const POOL = `0x${"9".repeat(40)}`;

const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
const receipt = (
  bench: Bench,
  block: number,
  status: "0x0" | "0x1" = "0x1",
  logs: object[] = [],
) => ({
  result: {
    transactionHash: HASH,
    status,
    blockNumber: `0x${block.toString(16)}`,
    blockHash: bench.chain.hashOf(block),
    from: bench.agent,
    to: bench.vault,
    gasUsed: "0x1",
    effectiveGasPrice: "0x1",
    logs,
  },
});

async function sent(chainId: ChainId = 8453, swap: AttemptSwap | null = null) {
  const bench = await executionBench({ chainId });
  const intent: Intent = {
    attempt: callAttempt(bench, { chainId, swap, status: "sent" }),
    order: null,
    version: 3,
  };
  return { bench, intent, wait: () => awaitOutcome(bench.context(), intent, FIGURES, DEBUG) };
}

describe("awaitOutcome", () => {
  test("default: mined with its confirmations at the first look", async () => {
    const { bench, intent, wait } = await sent();
    bench.answer("eth_getTransactionReceipt", ({ params }) =>
      params[0] === HASH ? receipt(bench, 40_000_000) : undefined,
    );
    expect(await wait()).toEqual({
      status: "confirmed",
      hash: HASH,
      blockNumber: 40_000_000n,
      amounts: null,
      intent: {
        ...intent,
        attempt: {
          ...intent.attempt,
          status: "confirmed",
          blockNumber: "40000000",
          blockHash: bench.chain.hashOf(40_000_000),
          mined: { hash: HASH, gasUsed: "1", gasCostWei: "1" },
        },
      },
      figures: FIGURES,
    });
    expect(bench.slept).toEqual([]);
    expect(bench.names()).toEqual(["eth_getBlockByNumber", "eth_getTransactionReceipt"]);
    expect(bench.requests[0]?.[1]?.weight).toBe(250_000);
    expect(bench.requests).toHaveLength(1);
  });

  test("behavior: looked for at each 4.5 seconds block, then pending, not failed", async () => {
    const { bench, intent, wait } = await sent();
    expect(await wait()).toEqual({
      status: "pending",
      hash: HASH as Hash,
      intent,
      figures: FIGURES,
    });
    expect(sum(bench.slept)).toBe(4_500);
    expect(bench.requests).toHaveLength(4);
  });

  test("behavior: the last observation counts", async () => {
    const { bench, wait } = await sent();
    bench.answer("eth_getTransactionReceipt", () =>
      sum(bench.slept) === 4_500 ? receipt(bench, 40_000_000) : undefined,
    );
    expect(await wait()).toMatchObject({ status: "confirmed" });
  });

  test("boundary: on Polygon 4 confirmations are pending, 5 confirmed (decision D31)", async () => {
    const { bench, wait } = await sent(137);
    // The head stands at 80,000,000 plus a block per 2 seconds of the wait.
    bench.answer("eth_getBlockByNumber", () => ({
      result: { number: "0x4c4b400", timestamp: "0x1", baseFeePerGas: "0x1" },
    }));
    bench.answer("eth_getTransactionReceipt", () => receipt(bench, 79_999_997));
    expect(await wait()).toMatchObject({ status: "pending" });
    bench.answer("eth_getTransactionReceipt", () => receipt(bench, 79_999_996));
    expect(await wait()).toMatchObject({ status: "confirmed", blockNumber: 79_999_996n });
  });

  test.each(["eth_getTransactionReceipt", "eth_getBlockByNumber"])(
    "behavior: %s unread decides nothing: it is looked at again",
    async (name) => {
      const { bench, wait } = await sent();
      bench.answer("eth_getTransactionReceipt", () => receipt(bench, 40_000_000));
      bench.answer(name, (asked) => {
        if (bench.slept.length < 2) return "silent";
        return asked.name === "eth_getTransactionReceipt" ? receipt(bench, 40_000_000) : undefined;
      });
      expect(await wait()).toMatchObject({ status: "confirmed" });
      expect(sum(bench.slept)).toBe(name === "eth_getTransactionReceipt" ? 2_100 : 1_500);
    },
  );

  test("behavior: mined and reverted is a failure that names its block", async () => {
    const { bench, intent, wait } = await sent();
    bench.answer("eth_getTransactionReceipt", () => receipt(bench, 40_000_000, "0x0"));
    expect(await wait()).toEqual({
      status: "reverted",
      hash: HASH,
      intent: {
        ...intent,
        attempt: {
          ...intent.attempt,
          status: "reverted",
          blockNumber: "40000000",
          blockHash: bench.chain.hashOf(40_000_000),
          mined: { hash: HASH, gasUsed: "1", gasCostWei: "1" },
        },
      },
      refusal: {
        ok: false,
        code: "transaction_reverted",
        message:
          "The transaction was mined and reverted: the vault is unchanged but for the agent's gas.",
        details: { hash: HASH, block: "40000000" },
      },
      debugCall: DEBUG,
    });
  });

  test("behavior: a swap's amounts are the receipt's", async () => {
    const bench = await executionBench();
    const { usdc, weth } = bench.tokens;
    const swap: AttemptSwap = {
      venue: "uniswap",
      tokenIn: usdc,
      tokenOut: weth,
      decimalsIn: 6,
      decimalsOut: 18,
      symbolIn: "USDC",
      symbolOut: "WETH",
      amountInBase: "100",
      amountOutBase: "1000",
      maxInBase: "100",
      minOutBase: "990",
    };
    const run = await sent(8453, swap);
    const log = (address: string, from: string, to: string, amount: number) => ({
      address,
      topics: [TRANSFER, `0x${words.address(from)}`, `0x${words.address(to)}`],
      data: `0x${words.uint(amount)}`,
    });
    const logs = [log(usdc, bench.vault, POOL, 100), log(weth, POOL, bench.vault, 1_001)];
    run.bench.answer("eth_getTransactionReceipt", () => receipt(bench, 40_000_000, "0x1", logs));
    expect(await run.wait()).toMatchObject({
      status: "confirmed",
      amounts: { soldBase: 100n, boughtBase: 1_001n, estimated: false },
      // For the watch: a reorg may bring it with others.
      intent: { attempt: { amounts: { soldBase: "100", boughtBase: "1001", estimated: false } } },
    });
  });
});
