import { isNavSync } from "../../schemas/any-order.ts";
import { isTriggerOrder } from "../../schemas/is-trigger-order.ts";
import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Deps } from "../deps.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { SeenFunds } from "../pipeline/seen-funds.ts";
import type { ClaimedOrder } from "../store/orders/claimed-order.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfOrder } from "../twap/bounds-of-order.ts";
import { planOfOrder } from "../twap/plan-of-order.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { runForOrder } from "./run-for-order.ts";
import type { SliceRun } from "./slice-run.ts";
import { tryNavSync } from "./try-nav-sync.ts";
import { tryTrigger } from "./try-trigger.ts";

/**
 * One slice of a claimed order, one run of a NAV sync, or the trade of a trigger order, through the same pipeline as every other door. Of what was refused before an intent was written
 * nothing is kept, so it may be tried again; `seen` takes what a slice saw of funds. From an order's end on nothing is begun, nor right before it what could not be mined in time.
 * @throws store_unavailable
 */
export async function trySlice(
  deps: Deps,
  claimed: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
  seen: SeenFunds = {},
): Promise<SliceRun> {
  const { order, version, context } = claimed;
  if (isNavSync(order)) return tryNavSync(deps, { ...claimed, order }, leaseToken, tickMs);
  if (isTriggerOrder(order)) return tryTrigger(deps, { ...claimed, order }, leaseToken, tickMs);
  const plan = planOfOrder(order, deps.draw);
  const nowMs = Math.max(tickMs, deps.clock.nowMs());
  if (plan.hasExpired(nowMs)) return { status: "expired" };
  if (order.startAt !== undefined && nowMs < order.startAt) return { status: "not_started" };
  if (order.status !== "active" || plan.hasExpired(nowMs + TWAP_RULES.timeToMineMs)) return { status: "ending" };
  const { number: sliceNumber, slices, amountBase } = plan.worthAt(tickMs);
  return runForOrder(deps, `twap:${order.vaultAddress}:${order.id}:${sliceNumber}`, {
    tool: buildVaultSwap,
    args: sliceArguments(order, amountBase),
    chainId: order.chainId,
    vaultAddress: order.vaultAddress,
    executionMode: order.autoExecute ? "delegated" : "manual",
    caller: {
      kind: "system",
      actor: { kind: "system", job: "twap", operator: order.operatorAddress },
      context,
      amountBase,
      bounds: boundsOfOrder(order),
    },
    names: order.namedByCard ? [order.buyTokenAddress] : undefined,
    purpose: {
      kind: "twap",
      orderId: order.id,
      sliceNumber,
      attemptId: `twap:${order.vaultAddress}:${order.id}:${sliceNumber}:${order.attemptsOfSlice + 1}`,
      leaseToken,
      version,
      attempted: {
        lastExecution: tickMs,
        ...plan.servedAt(tickMs),
        pendingSlices: slices,
        pendingBase: amountBase.toString(),
      },
    },
    seen,
  });
}

/**
 * A slice's arguments for the swap tool (spec, "TWAP tools"): exact output for a buy, exact input for a sell. Tokens
 * are addresses, resolved at creation. The amount is for readers: the base units beside the arguments are swapped.
 */
function sliceArguments(order: TwapOrder, amountBase: bigint): SwapArguments {
  const pair = { tokenIn: order.sellTokenAddress, tokenOut: order.buyTokenAddress, dex: order.dex };
  return order.side === "buy"
    ? { ...pair, amountOut: formatUnits(amountBase, order.buyDecimals) }
    : { ...pair, amountIn: formatUnits(amountBase, order.sellDecimals) };
}
