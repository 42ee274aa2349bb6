import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { VenueId } from "../../schemas/primitives.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { OracleEnrichment } from "../venues/enrich-quote.ts";
import { quoteWithOracle } from "../venues/quote-with-oracle.ts";

/** A venue's own question: amounts in base units, exactly one of them. */
export type VenueQuestion = {
  chainId: number;
  tokenIn: string;
  tokenOut: string;
  sellAmountBase?: string | undefined;
  buyAmountBase?: string | undefined;
  taker?: string | undefined;
  slippageBps?: number | undefined;
};

const MAX_UINT256 = (1n << 256n) - 1n;

/** The passthrough quote routes: the venue's JSON unchanged, with the three oracle fields beside it (decision 28). */
export async function venueQuote(
  deps: Deps,
  venue: VenueId,
  question: VenueQuestion,
): Promise<Verdict<Record<string, unknown> & OracleEnrichment>> {
  const chainId = parseChain(String(question.chainId));
  if (!chainId.ok) return chainId;
  const taker = question.taker === undefined ? allow(undefined) : normalizeAddress(question.taker);
  if (!taker.ok) return taker;
  const chain = deps.chain(chainId.value);
  const nowMs = deps.clock.nowMs();
  const [tokenIn, tokenOut] = await Promise.all([
    resolveToken(chain, deps.caches.tokens, nowMs, question.tokenIn),
    resolveToken(chain, deps.caches.tokens, nowMs, question.tokenOut),
  ]);
  if (!tokenIn.ok) return tokenIn;
  if (!tokenOut.ok) return tokenOut;
  if (tokenIn.value.address === tokenOut.value.address) return refuse("same_token", "Both tokens are the same.");
  if ((question.sellAmountBase === undefined) === (question.buyAmountBase === undefined)) {
    return refuse("invalid_request", "Give exactly one of sellAmount and buyAmount.");
  }
  const mode = question.sellAmountBase === undefined ? "exactOut" : "exactIn";
  const amountBase = BigInt(question.sellAmountBase ?? question.buyAmountBase ?? "0");
  if (amountBase === 0n || amountBase > MAX_UINT256)
    return refuse("invalid_request", "The amount must be more than 0 and fit a token amount.");
  const request = {
    chainId: chainId.value,
    tokenIn: tokenIn.value,
    tokenOut: tokenOut.value,
    mode,
    amountBase,
    ...(taker.value !== undefined && { taker: taker.value }),
  } as const;
  const quoted = await quoteWithOracle(deps, venue, request, question.slippageBps ?? SETTINGS_DEFAULTS.slippageBps);
  return quoted.ok ? allow({ ...(quoted.value.quote.raw as Record<string, unknown>), ...quoted.value.oracle }) : quoted;
}
