import { isNavSync } from "../../schemas/any-order.ts";
import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Deps } from "../deps.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { ClaimedOrder } from "../store/orders/claimed-order.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { advancePoint } from "../twap/advance-point.ts";
import { sliceAmountBase } from "../twap/slice-amount-base.ts";
import { runForOrder } from "./run-for-order.ts";
import type { SliceRun } from "./slice-run.ts";
import { tryNavSync } from "./try-nav-sync.ts";

/**
 * One slice of a claimed order, or one run of a NAV sync, through the same pipeline as every other door. Of what was refused before an intent was written
 * nothing is kept, so it may be tried again.
 * @throws store_unavailable
 */
export async function trySlice(
  deps: Deps,
  claimed: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
): Promise<SliceRun> {
  const { order, version, context } = claimed;
  if (isNavSync(order)) return tryNavSync(deps, { ...claimed, order }, leaseToken, tickMs);
  const sliceNumber = order.slicesExecuted + 1;
  return runForOrder(deps, `twap:${order.vaultAddress}:${order.id}:${sliceNumber}`, {
    tool: buildVaultSwap,
    args: sliceArguments(order),
    chainId: order.chainId,
    vaultAddress: order.vaultAddress,
    executionMode: order.autoExecute ? "delegated" : "manual",
    caller: {
      kind: "system",
      actor: { kind: "system", job: "twap", operator: order.operatorAddress },
      context,
      amountBase: sliceAmountBase(order, sliceNumber),
    },
    purpose: {
      kind: "twap",
      orderId: order.id,
      sliceNumber,
      attemptId: attemptIdOf(order),
      leaseToken,
      version,
      attempted: { lastExecution: tickMs, ...advancePoint(order, tickMs) },
    },
  });
}

const attemptIdOf = (order: TwapOrder): string =>
  `twap:${order.vaultAddress}:${order.id}:${order.slicesExecuted + 1}:${order.attemptsOfSlice + 1}`;

/**
 * The next slice's arguments for the swap tool (spec, "TWAP tools"): exact output for a buy, exact input for a sell. Tokens
 * are addresses, resolved at creation. The amount is for readers: the base units beside the arguments are swapped.
 */
function sliceArguments(order: TwapOrder): SwapArguments {
  const amountBase = sliceAmountBase(order, order.slicesExecuted + 1);
  const pair = { tokenIn: order.sellTokenAddress, tokenOut: order.buyTokenAddress, dex: order.dex };
  return order.side === "buy"
    ? { ...pair, amountOut: formatUnits(amountBase, order.buyDecimals) }
    : { ...pair, amountIn: formatUnits(amountBase, order.sellDecimals) };
}
