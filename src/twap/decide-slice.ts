import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { OrderDecision } from "../kinds/order-run.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfOrder } from "./cut-of-order.ts";
import { planOfOrder } from "./plan-of-order.ts";
import { TWAP_RULES } from "./twap-rules.ts";

type Claimed = Pick<ClaimedOrder, "context"> & { order: TwapOrder };

type At = { draw: Draw; tickMs: number; nowMs: number };

/** Nothing begins after the order's end, or too shortly before it to be mined in time. */
export function decideSlice(
  { order, context }: Claimed,
  { draw, tickMs, nowMs }: At,
): OrderDecision {
  const plan = planOfOrder(order, draw);
  if (plan.hasExpired(nowMs)) return { kind: "ends", run: { status: "expired" } };
  if (order.startAt !== undefined && nowMs < order.startAt)
    return { kind: "ends", run: { status: "not_started" } };
  if (order.status !== "active" || plan.hasExpired(nowMs + TWAP_RULES.timeToMineMs))
    return { kind: "ends", run: { status: "ending" } };
  const { number: sliceNumber, slices, amountBase } = plan.worthAt(tickMs);
  const name = `twap:${order.vaultAddress}:${order.id}:${sliceNumber}`;
  return {
    kind: "calls",
    call: {
      requestId: name,
      tool: buildVaultSwap.name,
      args: sliceArguments(order, amountBase),
      chainId: order.chainId,
      context,
      executionMode: order.autoExecute ? "delegated" : "manual",
      amountBase,
      bounds: boundsOfOrder(order),
      names: order.namedByCard ? [order.buyTokenAddress] : undefined,
      sliceNumber,
      attemptId: `${name}:${order.attemptsOfSlice + 1}`,
      attempted: {
        lastExecution: tickMs,
        ...plan.servedAt(tickMs),
        pendingSlices: slices,
        pendingBase: amountBase.toString(),
      },
    },
  };
}

/** Spec, "TWAP tools". The amount is for readers; `amountBase` is traded. */
export function sliceArguments(order: TwapOrder, amountBase: bigint): SwapArguments {
  const pair = { tokenIn: order.sellTokenAddress, tokenOut: order.buyTokenAddress, dex: order.dex };
  return order.side === "buy"
    ? { ...pair, amountOut: formatUnits(amountBase, order.buyDecimals) }
    : { ...pair, amountIn: formatUnits(amountBase, order.sellDecimals) };
}
