import { chainOf } from "../../chain-of.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { DEFAULT_COUNTER } from "../reader/default-counter.ts";
import { amountOf } from "./amount-of.ts";
import { checkTokens } from "./check-tokens.ts";
import type { FastPathCall } from "./fast-path-call.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";
import type { Trade } from "./trade.ts";
import { wholeNumber } from "./whole-number.ts";

const COUNTER_NOTE = `For ${DEFAULT_COUNTER}, as no other token was named.`;
const NOTIFY_NOTE =
  'Each slice is a notification for you to sign. To have the agent wallet execute them, say the same with "automatically" at its end.';

/**
 * A TWAP order of which everything was said: side, total, slices and pace (spec, "TWAP tools"), and both tokens or the one
 * that is not USDC (decision 127: "sell 1 ETH in 5 slices of 0.2 every 10 minutes"). The agent wallet executes only where the
 * words say so; a venue that was not named is left to the tool's default.
 */
export function twapCall(trade: Trade, context: FastPathContext): FastPathCall | PassReason {
  const { side, token, amount, counter = DEFAULT_COUNTER, chainId, venue } = trade;
  if (trade.counterAmount !== undefined) return "unclear";
  if (amount === undefined || trade.intervalMinutes === undefined) return "incomplete";
  const intervalMinutes = wholeNumber(trade.intervalMinutes);
  if (intervalMinutes === undefined) return "unclear";
  const slicing = slicingOf(amount, trade);
  if (typeof slicing === "string") return slicing;
  const doubt = checkTokens(context, chainId ?? context.chainId, token, counter);
  // USDC for USDC: it is the other token that was left open.
  if (doubt === "unclear" && trade.counter === undefined) return "incomplete";
  if (doubt !== undefined) return doubt;
  const tokens = side === "sell" ? { sellToken: token, buyToken: counter } : { sellToken: counter, buyToken: token };
  return {
    kind: "call",
    tool: createTwapOrder.name,
    args: {
      side,
      ...tokens,
      totalAmount: amount,
      ...slicing,
      intervalMinutes,
      ...(venue !== undefined && { dex: venue }),
      ...(chainId !== undefined && { chain: chainOf(chainId).name }),
      ...(trade.isAutomatic && { autoExecute: true }),
    },
    note: [...(trade.counter === undefined ? [COUNTER_NOTE] : []), ...(trade.isAutomatic ? [] : [NOTIFY_NOTE])].join(
      "\n",
    ),
  };
}

/** Two slices at least: "sell 1 ETH every 10 minutes, 1 at a time" may mean 1 ETH again and again. */
function slicingOf(
  amount: string,
  { sliceAmount, sliceCount }: Trade,
): { sliceAmount: string } | { sliceCount: number } | PassReason {
  const total = amountOf(amount);
  const count = sliceCount === undefined ? undefined : wholeNumber(sliceCount);
  if (total === undefined || (sliceCount !== undefined && (count === undefined || count < 2))) return "unclear";
  if (sliceAmount === undefined) return count === undefined ? "incomplete" : { sliceCount: count };
  const slice = amountOf(sliceAmount);
  if (slice === undefined || slice >= total) return "unclear";
  return count === undefined || BigInt(count) * slice === total ? { sliceAmount } : "unclear";
}
