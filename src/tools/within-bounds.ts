import type { Head } from "../kinds/chain-facts.ts";
import type { VenueQuote } from "../kinds/venue.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { formatPrice, formatUnits, parseGwei } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { signerFees } from "../pipeline/signer-fees.ts";
import { limitAmount } from "../shields/limit-amount.ts";
import type { ToolContext } from "./tool.ts";

type Amounts = { amountInBase: bigint; amountOutBase: bigint };

/**
 * Judges an order's own bounds before anything is built: the fee to be signed and the limit price.
 * Refuses with gas_price_above_limit or limit_price_not_met and the figures.
 */
export const withinBounds = {
  /** For a call at a fixed price. */
  judge: (
    ctx: ToolContext,
    head: Head,
    { mode, ...amounts }: Amounts & { mode: "exactIn" | "exactOut" },
  ): Verdict<bigint | undefined> => {
    const { maxGasPrice, limit } = ctx.bounds ?? {};
    if (maxGasPrice !== undefined) {
      const { maxFeePerGas } = signerFees(ctx.chainId, head);
      const most = parseGwei(maxGasPrice);
      if (!most.ok) return most;
      const feeGwei = formatUnits(maxFeePerGas, 9);
      if (maxFeePerGas > most.value)
        return refuse(
          "gas_price_above_limit",
          `A transaction would be signed at up to ${feeGwei} gwei per gas now, more than the ` +
            `order's ${maxGasPrice}.`,
          { feeGwei, maxGasPrice },
        );
    }
    if (limit === undefined) return allow(undefined);
    const { amountInBase, amountOutBase } = amounts;
    const worst = limitAmount(limit, {
      mode,
      amountBase: mode === "exactIn" ? amountInBase : amountOutBase,
    });
    const isWorse = mode === "exactIn" ? amountOutBase < worst : amountInBase > worst;
    return isWorse ? notMet(ctx, amounts) : allow(worst);
  },
  /** Quotes again where the slippage leaves room for a price worse than the limit. */
  quote: async (
    ctx: ToolContext,
    head: Head,
    quote: VenueQuote,
  ): Promise<Verdict<VenueQuote & { isNarrowed?: true }>> => {
    const { mode } = quote.request;
    const worst = withinBounds.judge(ctx, head, { mode, ...quote });
    if (!worst.ok) return worst;
    if (worst.value === undefined || holds(quote, worst.value)) return allow(quote);
    const slippageBps = Number(roomBps(quote, worst.value));
    const again = await ctx.deps.venue(quote.venue).quote({ ...quote.request, slippageBps });
    if (!again.ok) return again;
    const still = withinBounds.judge(ctx, head, { mode, ...again.value });
    if (!still.ok) return still;
    return holds(again.value, worst.value)
      ? allow({ ...again.value, isNarrowed: true })
      : notMet(ctx, again.value);
  },
};

const holds = ({ request, limitBase }: VenueQuote, worst: bigint): boolean =>
  request.mode === "exactIn" ? limitBase >= worst : limitBase <= worst;

/**
 * Slippage that the limit price leaves. 0x may take up to a quarter more for an exact output
 * (zerox.ts).
 */
function roomBps({ request, amountInBase, amountOutBase }: VenueQuote, worst: bigint): bigint {
  if (request.mode === "exactIn") return ((amountOutBase - worst) * WHOLE_BPS) / amountOutBase;
  return ((worst - amountInBase) * WHOLE_BPS * 4n) / (amountInBase * 5n);
}

function notMet({ bounds }: ToolContext, { amountInBase, amountOutBase }: Amounts) {
  if (bounds?.limit === undefined) throw new Error("there is no limit price");
  const { price, of, unit, decimalsIn, decimalsOut } = bounds.limit;
  const sold = {
    inBase: amountInBase,
    inDecimals: decimalsIn,
    outBase: amountOutBase,
    outDecimals: decimalsOut,
  };
  const bought = {
    inBase: amountOutBase,
    inDecimals: decimalsOut,
    outBase: amountInBase,
    outDecimals: decimalsIn,
  };
  const quotedPrice = formatPrice(of === "in" ? sold : bought);
  return refuse(
    "limit_price_not_met",
    `The venue gives ${quotedPrice} ${unit} now, and the order's limit price is ${price}.`,
    { quotedPrice, limitPrice: price, unit },
  );
}
