import type { AttemptMarket, AttemptSwap } from "../../../schemas/calls/attempt.ts";
import type { VaultLimits } from "../../../schemas/vaults/vault-limits.ts";
import type { SeenMarket } from "../../kinds/execution-context.ts";
import type { ShieldFigures } from "../../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../../kinds/plan.ts";
import type { LimitedCall } from "../../kinds/vault-call.ts";
import { type VenuePrices, venueValue } from "../../shields/venue-value.ts";

/**
 * Prices for the attempt's record. The vault's wrapping is 1:1 by contract. `oracleWindowSec`: the
 * shortest deciding mean.
 */
export function marketOf(
  plan: SwapPlan | CallPlan,
  swap: AttemptSwap,
  oracleWindowSec: number | null,
  coin?: AttemptMarket["coin"],
  coinWorth?: AttemptMarket["coinWorth"],
): AttemptMarket {
  const { amountInBase, amountOutBase } = plan.kind === "swap" ? plan.quote : swap;
  const { number, timestampSec } = plan.facts.block;
  return {
    oracle:
      plan.kind === "swap"
        ? oraclePair(plan)
        : { inBase: swap.amountInBase, outBase: swap.amountOutBase },
    oracleWindowSec,
    quotedInBase: amountInBase.toString(),
    quotedOutBase: amountOutBase.toString(),
    blockNumber: number.toString(),
    blockTimeSec: timestampSec,
    ...(coin && { coin }),
    ...(coinWorth !== undefined && { coinWorth }),
  };
}

/** What a planned swap has seen, whatever becomes of it. */
export function seenMarket(
  swap: Pick<SwapPlan, "quote" | "facts">,
  oracleWindowSec: number | null,
): SeenMarket {
  const { quote, facts } = swap;
  return {
    venue: quote.venue,
    oracle: oraclePair(swap),
    oracleWindowSec,
    quotedInBase: quote.amountInBase.toString(),
    quotedOutBase: quote.amountOutBase.toString(),
    blockNumber: facts.block.number.toString(),
    blockTimeSec: facts.block.timestampSec,
  };
}

function oraclePair({ quote, facts }: Pick<SwapPlan, "quote" | "facts">): AttemptMarket["oracle"] {
  const { feedIn, feedOut, oracle } = facts;
  if (!feedIn || !feedOut || !oracle.ok || oracle.value <= 0n) return null;
  const [asked, worth] = [quote.request.amountBase.toString(), oracle.value.toString()];
  return quote.request.mode === "exactIn"
    ? { inBase: asked, outBase: worth }
    : { inBase: worth, outBase: asked };
}

/** Given tokens under amount limits without a venue's price, counted by the oracle alone. */
export function oracleAlone(
  prices: VenuePrices,
  call: LimitedCall | undefined,
  limits: VaultLimits | null,
): Pick<ShieldFigures, "oracleAlone"> {
  if (limits === null || call === undefined) return {};
  const target = limits.baseToken.address;
  const tokens = call.gives
    .filter(({ token, amountBase }) => token !== target && amountBase > 0n)
    .filter((given) => venueValue(prices, { ...given, target }) === undefined)
    .map(({ token }) => token);
  return tokens.length === 0 ? {} : { oracleAlone: [...new Set(tokens)] };
}
