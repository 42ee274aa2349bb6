import { zeroAddress } from "viem";
import { encodeDeposit } from "../../../../src/bridge/encode-deposit.ts";
import type { BridgeCall } from "../../../../src/calldata/bridge-call.ts";
import type { Deps } from "../../../../src/deps.ts";
import type { ExecutionContext } from "../../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../../src/kinds/plan.ts";
import { readCallFacts } from "../../../../src/pipeline/read-call-facts.ts";
import { saveDelegation } from "../../../../src/store/vaults/save-delegation.ts";
import { words } from "../../../simulation/chain/words.ts";
import { keepVenuePrices } from "../../../simulation/world/keep-venue-prices.ts";
import { executionBench } from "./execution-bench.ts";

/** depositV3((...)), docs/facts/across.md 1. */
const DEPOSIT = "0x770d096f";

/** Unit value, net value, liabilities. */
const NAV_THERE = {
  result: `0x${words.uint(1_900_000n)}${words.uint(190_000_000_000n)}${words.uint(0)}`,
} as const;

export type BridgeBench = Awaited<ReturnType<typeof bridgeBench>>;

/**
 * One vault on Base (`here`), worth 200,000 USDC at 2.00 a unit (100,000 USDC and 50 WETH at
 * 2,000), and on Polygon (`there`), where it is worth 190,000 at 1.90, whose agent may bridge.
 * `deposit`: 1,000 USDC from Base, of which 999 arrive: a sync within 1%, or as told.
 */
export async function bridgeBench() {
  const [here, there] = [
    await executionBench({ grants: [DEPOSIT] }),
    await executionBench({ chainId: 137, grants: [DEPOSIT] }),
  ];
  there.answer("updateUnitaryValue", NAV_THERE);
  /** What venues of a chain say of 1 ETH, in base units of USDC. */
  const keepPrice = (chainId: 137 | 8453, price: bigint) =>
    keepVenuePrices(here, here.keys, chainId, price);
  keepPrice(137, 2_000_000_000n);
  const { delegation } = await here.context().stored();
  if (delegation === null) throw new Error("the base world delegates to its agents");
  await saveDelegation.run(here.deps.redis, here.keys, {
    ...{ requestId: "D-1", nowMs: here.startMs, chainNonce: 0 },
    record: { ...delegation, selectors: [...delegation.selectors, DEPOSIT] },
  });
  const deps: Deps = {
    ...here.deps,
    chain: (id) => (id === 137 ? there.chainDeps : here.deps.chain(id)),
  };
  const deposit = (changes: Partial<BridgeCall> = {}): BridgeCall => ({
    ...{ kind: "bridge", opType: "sync", depositor: here.vault, recipient: here.vault },
    ...{ inputToken: here.tokens.usdc, outputToken: there.tokens.usdc, destinationChainId: 137n },
    ...{ inputAmountBase: 1_000_000_000n, outputAmountBase: 999_000_000n, navToleranceBps: 100n },
    ...{
      exclusiveRelayer: zeroAddress,
      exclusivityDeadlineSec: 0,
      sourceNativeAmountBase: 0n,
      shouldUnwrap: false,
    },
    ...{ quoteTimestampSec: here.startMs / 1_000, fillDeadlineSec: here.startMs / 1_000 + 300 },
    ...changes,
  });
  return {
    here,
    there,
    keepPrice,
    deposit,
    context: ({
      syncToleranceBps,
      ...changes
    }: Partial<ExecutionContext> & { syncToleranceBps?: number } = {}): ExecutionContext => {
      const ctx = here.context({ deps, ...changes });
      const stored: ExecutionContext["stored"] = async () => {
        const known = await ctx.stored();
        return syncToleranceBps === undefined
          ? known
          : { ...known, settings: { ...known.settings, syncToleranceBps } };
      };
      return { ...ctx, stored };
    },
    plan: async (
      call: BridgeCall,
      measured: Partial<CallPlan["measured"]> = {},
    ): Promise<CallPlan> => {
      const facts = await readCallFacts(here.chainDeps, here.vault, here.agent);
      if (!facts.ok) throw new Error(facts.message);
      return {
        ...{
          kind: "call",
          data: encodeDeposit(call),
          expected: call,
          description: "Sync",
          message: "Sync",
          swap: null,
        },
        facts: facts.value,
        measured: { baseToken: here.tokens.usdc, pools: new Map(), ...measured },
      };
    },
  };
}
