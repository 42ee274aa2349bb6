import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { OrderCall, OrderDecision } from "../kinds/order-run.ts";
import { readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { becomingOf } from "./becoming-of.ts";
import { boundsOfTrigger } from "./bounds-of-trigger.ts";
import { decideLook } from "./decide-look.ts";
import { priceAsked } from "./price-asked.ts";

type Claimed = Pick<ClaimedOrder, "context"> & { order: TriggerOrder };

/**
 * The trade of a trigger order whose price is met, as a slice, or the TWAP order that it becomes. Behind slow slices
 * the look may be old by now; then the price is read again.
 */
export async function decideTrigger(
  deps: Deps,
  { order: trigger, context }: Claimed,
  tickMs: number,
): Promise<OrderDecision> {
  const lookedMs = trigger.firing?.atMs ?? 0;
  if (deps.clock.nowMs() - lookedMs <= TRIGGER_LIMITS.freshLookMs)
    return traded({ order: trigger, context }, deps.clock.nowMs(), tickMs);
  const [converted] = await readOraclePrices(deps.chain(trigger.chainId), [priceAsked(trigger)]);
  const nowMs = deps.clock.nowMs();
  const look = converted && decideLook(trigger, converted, nowMs);
  if (look?.kind === "met") return traded({ order: look.order, context }, nowMs, tickMs);
  return { kind: "ends", run: { status: "idle", found: "The price was met no longer when its turn came." } };
}

function traded(claimed: Claimed, nowMs: number, tickMs: number): OrderDecision {
  const becoming = becomingOf(claimed.order, nowMs);
  return becoming === undefined ? { kind: "calls", call: tradeOf(claimed, tickMs) } : { kind: "becomes", becoming };
}

function tradeOf({ order: trigger, context }: Claimed, tickMs: number): OrderCall {
  const { vaultAddress: vault, id, side, totalAmount, firing } = trigger;
  const name = `trigger:${vault}:${id}:${trigger.attemptsOfSlice + 1}`;
  const pair = { tokenIn: trigger.sellTokenAddress, tokenOut: trigger.buyTokenAddress, dex: trigger.venue };
  return {
    requestId: name,
    tool: buildVaultSwap.name,
    // Tokens are addresses, resolved at creation. The amount is for readers: the base units beside it are swapped.
    args: side === "buy" ? { ...pair, amountOut: totalAmount } : { ...pair, amountIn: totalAmount },
    chainId: trigger.chainId,
    context,
    executionMode: trigger.autoExecute ? "delegated" : "manual",
    amountBase: BigInt(trigger.totalBase),
    bounds: boundsOfTrigger(trigger),
    names: trigger.namedByCard ? [trigger.buyTokenAddress] : undefined,
    sliceNumber: 1,
    attemptId: name,
    attempted: { lastExecution: tickMs, ...(firing && { firing }) },
  };
}
