import type { VenueId } from "../../schemas/venue-ids.ts";
import type { VenueQuote } from "../kinds/venue-port.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sixFigures } from "../lib/six-figures.ts";
import { WHOLE_BPS } from "../lib/whole-bps.ts";
import type { VenueAnswers } from "./ask-venues.ts";
import { comparedTokens } from "./compared-tokens.ts";

type Ranked = { quote: VenueQuote; netBase: bigint };
type Compared = {
  best: Ranked;
  /** The next best; undefined: nobody else gave a price. */
  next: Ranked | undefined;
  isAfterGas: boolean;
  answers: VenueAnswers;
  unasked: readonly VenueId[];
};

/** Answered, and trades this not at all or not so much. */
const NO_PRICE: ReadonlySet<string> = new Set(["no_route", "invalid_request", "exact_output_unsupported"]);

/**
 * And of every other one why it gave no price.
 * @example "Best price: uniswap, 0.25 USDC (8 bps) more than 0x after gas."
 */
export function bestPriceText({ best, next, isAfterGas, answers, unasked }: Compared): string {
  const silent = answers.flatMap(({ venue, answer }) =>
    answer.ok ? [] : [NO_PRICE.has(answer.code) ? `${venue} has no price for it.` : `${venue} did not answer.`],
  );
  return [
    next === undefined ? `Price of ${best.quote.venue} alone.` : comparison(best, next, isAfterGas),
    ...silent,
    ...unasked.map((venue) => `${venue} was not asked: its share of calls is used up.`),
  ].join(" ");
}

function comparison(best: Ranked, next: Ranked, isAfterGas: boolean): string {
  const { venue, request } = best.quote;
  const gas = isAfterGas ? "after gas" : "before gas, which could not be valued";
  const gainBase = best.netBase > next.netBase ? best.netBase - next.netBase : next.netBase - best.netBase;
  if (gainBase === 0n) return `Best price: ${venue}, the same as ${next.quote.venue} ${gas}.`;
  const { compared } = comparedTokens(request);
  const amount = `${sixFigures(formatUnits(gainBase, compared.decimals))} ${compared.symbol}`;
  const bps = next.netBase <= 0n ? undefined : (gainBase * WHOLE_BPS) / next.netBase;
  const share = bps === undefined ? "" : bps === 0n ? " (under 1 bps)" : ` (${bps} bps)`;
  const word = request.mode === "exactIn" ? "more" : "less";
  return `Best price: ${venue}, ${amount}${share} ${word} than ${next.quote.venue} ${gas}.`;
}
