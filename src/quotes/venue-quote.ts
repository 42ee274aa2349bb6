import type { PassthroughRequest } from "../../schemas/passthrough-request.ts";
import type { VenueId } from "../../schemas/primitives.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { OracleEnrichment } from "../venues/enrich-quote.ts";
import { quoteWithOracle } from "../venues/quote-with-oracle.ts";

const MAX_UINT256 = (1n << 256n) - 1n;

/** The passthrough quote routes: the venue's JSON unchanged, with the three oracle fields beside it (decision 28). */
export async function venueQuote(
  deps: Deps,
  venue: VenueId,
  question: PassthroughRequest,
): Promise<Verdict<Record<string, unknown> & OracleEnrichment>> {
  const taker = question.taker === undefined ? allow(undefined) : normalizeAddress(question.taker);
  if (!taker.ok) return taker;
  const chain = deps.chain(question.chainId);
  const nowMs = deps.clock.nowMs();
  const [tokenIn, tokenOut] = await Promise.all([
    resolveToken(chain, deps.caches.tokens, nowMs, question.tokenIn),
    resolveToken(chain, deps.caches.tokens, nowMs, question.tokenOut),
  ]);
  if (!tokenIn.ok) return tokenIn;
  if (!tokenOut.ok) return tokenOut;
  if (tokenIn.value.address === tokenOut.value.address) return refuse("same_token", "Both tokens are the same.");
  const amountBase = BigInt(question.amountBase);
  if (amountBase > MAX_UINT256) return refuse("invalid_request", "The amount must fit a token amount.");
  const request = {
    chainId: question.chainId,
    tokenIn: tokenIn.value,
    tokenOut: tokenOut.value,
    mode: question.mode,
    amountBase,
    ...(question.protocols !== undefined && { protocols: question.protocols }),
    ...(taker.value !== undefined && { taker: taker.value }),
  };
  const quoted = await quoteWithOracle(deps, venue, request, question.slippageBps);
  return quoted.ok ? allow({ ...(quoted.value.quote.raw as Record<string, unknown>), ...quoted.value.oracle }) : quoted;
}
