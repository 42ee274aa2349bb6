import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SliceEnd } from "../../schemas/slice-end.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { oracleDeltaBps } from "../shields/oracle-delta-bps.ts";

/** The quote with the bounds that its calldata enforces, and the vault's oracle then. */
export function quotedSlice(
  side: TwapOrder["side"],
  swap: AttemptSwap,
): Pick<SliceEnd, "quote" | "oracle" | "deltaBps"> {
  return {
    quote: {
      venue: swap.venue,
      sellBase: swap.amountInBase,
      buyBase: swap.amountOutBase,
      maxSellBase: swap.maxInBase,
      minBuyBase: swap.minOutBase,
    },
    ...(swap.market !== undefined && oracleOf(side, swap.market)),
  };
}

function oracleOf(
  side: TwapOrder["side"],
  { oracle, oracleWindowSec, quotedInBase, quotedOutBase }: NonNullable<AttemptSwap["market"]>,
): Pick<SliceEnd, "oracle" | "deltaBps"> {
  if (oracle === null) return { oracle };
  const oracleBase = BigInt(side === "sell" ? oracle.outBase : oracle.inBase);
  const compared =
    side === "sell"
      ? { mode: "exactIn" as const, quotedBase: BigInt(quotedOutBase), oracleBase }
      : { mode: "exactOut" as const, quotedBase: BigInt(quotedInBase), oracleBase };
  return {
    oracle: { sellBase: oracle.inBase, buyBase: oracle.outBase, windowSec: oracleWindowSec },
    ...(oracleBase > 0n && { deltaBps: oracleDeltaBps(compared) }),
  };
}
