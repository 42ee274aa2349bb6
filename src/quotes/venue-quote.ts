import type { PassthroughRequest } from "../../schemas/passthrough-request.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { resolvePair } from "../chain/resolve-pair.ts";
import type { Deps } from "../deps.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { tradeAmount } from "../lib/parse-units.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { type OracleEnrichment, quoteWithOracle } from "../venues/quote-with-oracle.ts";

/** The venue's JSON unchanged, with the oracle's three fields beside it (decision D16). */
export async function venueQuote(
  deps: Deps,
  venue: VenueId,
  question: PassthroughRequest,
): Promise<Verdict<Record<string, unknown> & OracleEnrichment>> {
  const taker = question.taker === undefined ? allow(undefined) : normalizeAddress(question.taker);
  if (!taker.ok) return taker;
  const pair = await resolvePair(deps, question.chainId, {
    sell: question.tokenIn,
    buy: question.tokenOut,
  });
  if (!pair.ok) return pair;
  const amount = tradeAmount(BigInt(question.amountBase));
  if (!amount.ok) return amount;
  const request = {
    chainId: question.chainId,
    tokenIn: pair.value.sell,
    tokenOut: pair.value.buy,
    mode: question.mode,
    amountBase: amount.value,
    ...(question.protocols !== undefined && { protocols: question.protocols }),
    ...(taker.value !== undefined && { taker: taker.value }),
  };
  const quoted = await quoteWithOracle(
    deps,
    { asked: [venue], unasked: [] },
    request,
    question.slippageBps,
  );
  return quoted.ok
    ? allow({ ...(quoted.value.quote.raw as Record<string, unknown>), ...quoted.value.oracle })
    : quoted;
}
