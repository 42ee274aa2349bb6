import { expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { words } from "../../simulation/chain/words.ts";
import { callAttempt } from "./support/call-attempt.ts";
import { executionBench } from "./support/execution-bench.ts";

// On OP-stack chains publishing a transaction on L1 is paid from the sender's balance as well.

const GAS_WEI = 250_000n * 8_500_000n;
const L1_WEI = 3_000_000_000n;

/**
 * A delegated swap of an agent with `balanceWei`, where the chain's oracle says `l1` of its L1 fee.
 */
async function sent(balanceWei: bigint, l1: bigint | "silent" = L1_WEI, openL1Wei?: bigint) {
  const bench = await executionBench();
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  bench.answer("eth_getBalance", { result: `0x${balanceWei.toString(16)}` });
  bench.answer("getL1FeeUpperBound", l1 === "silent" ? l1 : { result: `0x${words.uint(l1)}` });
  if (openL1Wei !== undefined) {
    const attempt = callAttempt(bench, { id: "call:R-0", l1FeeWei: String(openL1Wei) });
    const at = { requestId: "open", nowMs: bench.startMs, nextCheckMs: bench.startMs };
    await prepareAttempt.run(bench.deps.redis, bench.keys, { ...at, attempt, chainNonce: 0 });
  }
  const plan = { kind: "swap" as const, quote, facts: facts.value, toleranceBps: 500 };
  const outcome = await carryOut(bench.context(), plan, { kind: "call" });
  expect(bench.sent).toHaveLength(outcome.status === "refused" ? 0 : 1);
  return outcome.status === "refused" ? outcome.refusal : outcome.status;
}

test("boundary: the agent pays for gas and for L1, or nothing is sent", async () => {
  expect(await sent(GAS_WEI + L1_WEI)).toBe("confirmed");
  expect(await sent(GAS_WEI + L1_WEI - 1n)).toMatchObject({
    code: "insufficient_gas",
    details: { neededWei: String(GAS_WEI + L1_WEI), l1FeeWei: String(L1_WEI) },
  });
});

test("error: a fee that cannot be read refuses", async () => {
  expect(await sent(10n ** 24n, "silent")).toMatchObject({ code: "rpc_unavailable" });
});

test("boundary: what the wallet's open transactions cost on L1 is kept for them", async () => {
  const needed = 2n * GAS_WEI + L1_WEI + 5n;
  expect(await sent(needed, L1_WEI, 5n)).toBe("pending");
  expect(await sent(needed - 1n, L1_WEI, 5n)).toMatchObject({
    code: "insufficient_gas",
    details: { neededWei: String(needed), reservedWei: String(GAS_WEI + 5n) },
  });
});

test.each<[ChainId]>([[1], [137]])(
  "behavior: chain %i is not asked, and owes nothing",
  async (chainId) => {
    const bench = await executionBench({ chainId });
    const quote = bench.quote();
    const { tokenIn, tokenOut, mode, amountBase } = quote.request;
    const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
    const facts = await readSwapFacts(bench.chainDeps, request);
    if (!facts.ok) throw new Error(facts.message);
    const plan = { kind: "swap" as const, quote, facts: facts.value, toleranceBps: 500 };
    const outcome = await carryOut(bench.context(), plan, { kind: "call" });
    expect(outcome.status).toBe("pending");
    expect(bench.names()).not.toContain("getL1FeeUpperBound");
  },
);
