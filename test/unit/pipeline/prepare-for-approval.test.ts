import { expect, test } from "vitest";
import type { OwnerPlan, SwapPlan } from "../../../src/kinds/plan.ts";
import { prepareForApproval } from "../../../src/pipeline/prepare-for-approval.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

async function offered(prepare?: (bench: Bench) => unknown) {
  const bench = await executionBench();
  await prepare?.(bench);
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  const plan: SwapPlan = { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
  const prepared = await prepareForApproval(bench.context(), plan);
  expect(bench.sent).toEqual([]);
  expect(bench.command("EXISTS", bench.keys.nonceQueueOpen(8453, bench.agent))).toBe(0);
  return prepared.ok ? prepared.value.description : prepared.code;
}

test("default: what could be sent now is prepared, with nothing signed or written", async () => {
  expect(await offered()).toBe("Swap 2000 USDC for about 0.999 WETH on uniswap");
});

test.each<[string, string, (bench: Bench) => unknown]>([
  [
    "the agent has no coin",
    "insufficient_gas",
    (bench) => bench.answer("eth_getBalance", { result: "0x7" }),
  ],
  [
    "the L1 fee takes it all",
    "insufficient_gas",
    (bench) =>
      bench.answer("getL1FeeUpperBound", {
        result: `0x${(10n ** 25n).toString(16).padStart(64, "0")}`,
      }),
  ],
  [
    "the L1 fee is not answered",
    "rpc_unavailable",
    (bench) => bench.answer("getL1FeeUpperBound", "silent"),
  ],
  [
    "the vault is frozen",
    "vault_frozen",
    ({ deps, keys, vault, operator }) =>
      freezeVault.run(deps.redis, keys, {
        requestId: "f",
        nowMs: 1,
        vault,
        operator,
        chainId: 8453,
      }),
  ],
  [
    "the agent holds no selector on chain",
    "not_delegated",
    (bench) =>
      // 0x20, length 0: an empty list.
      bench.answer("getDelegatedSelectors", {
        result: `0x${"20".padStart(64, "0")}${"0".repeat(64)}`,
      }),
  ],
  [
    "the vault has no delegation",
    "not_delegated",
    ({ command, keys, vault }) => command("DEL", keys.delegation(8453, vault)),
  ],
  [
    "its delegation was switched off",
    "delegation_disabled",
    ({ deps, keys, vault, operator }) =>
      disableDelegation.run(deps.redis, keys, {
        requestId: "d",
        nowMs: 1,
        vault,
        operator,
        chainId: 8453,
      }),
  ],
  [
    "the base fee is above the cap",
    "gas_above_cap",
    (bench) =>
      bench.answer("eth_getBlockByNumber", {
        // 40,000,000 wei is the cap of this chain.
        result: {
          number: "0x2625a00",
          timestamp: "0x6a960280",
          baseFeePerGas: `0x${(40_000_001).toString(16)}`,
        },
      }),
  ],
])(
  "error: what could not be sent anyway does not wait for anybody: %s, %s",
  async (_what, code, prepare) => {
    expect(await offered(prepare)).toBe(code);
  },
);

test("error: a delegation that was switched off is told with what to do", async () => {
  const bench = await executionBench();
  const { deps, keys, vault, operator } = bench;
  await disableDelegation.run(deps.redis, keys, {
    requestId: "d",
    nowMs: 1,
    vault,
    operator,
    chainId: 8453,
  });
  const { request } = bench.quote();
  const facts = await readSwapFacts(bench.chainDeps, { ...request, vault, agent: bench.agent });
  if (!facts.ok) throw new Error(facts.message);
  const plan: SwapPlan = {
    kind: "swap",
    quote: bench.quote(),
    facts: facts.value,
    toleranceBps: 500,
  };
  expect(await prepareForApproval(bench.context(), plan)).toStrictEqual({
    ok: false,
    code: "delegation_disabled",
    message: "The delegation of this vault was switched off. Set it up and confirm it again.",
  });
});

test("error: an owner's own calls are no offer, in manual mode either", async () => {
  const bench = await executionBench();
  const plan: OwnerPlan = {
    ...{ kind: "owner", sender: bench.operator, steps: [], message: "m" },
    head: { block: { number: 5n, timestampSec: 1, baseFeePerGas: 1_000n }, tipWei: 7n },
  };
  const offered = prepareForApproval(bench.context({ executionMode: "manual" }), plan);
  await expect(offered).rejects.toThrow("offered to nobody for approval");
  expect(bench.requests).toEqual([]);
});
