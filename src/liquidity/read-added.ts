import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { CallPlan } from "../kinds/plan.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { dearerValue, venueValue } from "../shields/venue-value.ts";
import { readGivenValues } from "../vaults/read-given-values.ts";

/**
 * Most that a call adds, in the vault's base token, at the dearer of oracle and venue. Refuses with
 * rpc_unavailable.
 */
export async function readAdded(
  ctx: ExecutionContext,
  call: LiquidityCall,
  plan: CallPlan,
): Promise<Verdict<bigint>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const gives = limitedLiquidity(call)?.gives ?? [];
  const baseToken = plan.measured?.baseToken;
  if (baseToken === undefined) return unpriced;
  const [values, { venuePrices = [] }] = await Promise.all([
    readGivenValues(chain, ctx.vault, gives, { baseToken, block: plan.facts.block.number }),
    ctx.stored(),
  ]);
  const prices = { prices: venuePrices, wrappedNative: chain.addresses.wrappedNative };
  let addedBase = 0n;
  for (const [at, { token, amountBase }] of gives.entries()) {
    const value = values[at];
    if (!value?.ok) return unpriced;
    const venue =
      token === baseToken
        ? undefined
        : venueValue(prices, { token, amountBase, target: baseToken });
    addedBase += dearerValue(value.value, venue);
  }
  return allow(addedBase);
}

const unpriced = refuse(
  "rpc_unavailable",
  "What would be added could not be priced by the vault's oracle. Nothing was built; please " +
    "try again.",
);

/** It buys both: price moves turn one token into the other. */
export function limitedLiquidity(call: LiquidityCall): LimitedCall | null {
  if (call.kind !== "lpMint" && call.kind !== "lpIncrease") return null;
  const { currency0, currency1 } = call.kind === "lpMint" ? call.pool : call;
  return {
    venue: "uniswap",
    gives: [
      { token: currency0, amountBase: call.amount0MaxBase },
      { token: currency1, amountBase: call.amount1MaxBase },
    ],
    buys: [currency0, currency1],
  };
}
