import { type OracleSpot, oracleSpot } from "../chain/oracle-spot.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Deps } from "../deps.ts";
import type { SwapRequest } from "../kinds/venue.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleDeltaBps } from "../shields/oracle-window.ts";
import { askVenues, type VenueChoice } from "./ask-venues.ts";
import { type BestQuote, bestOf, readGasFacts } from "./best-of.ts";

/**
 * A venue's quote beside the oracle's price (decision D16): one call to each venue and one RPC
 * request, out together. `slippageBps` may be a promise, for which the oracle does not wait.
 * Refuses as the venue does, or with rpc_unavailable.
 */
export async function quoteWithOracle(
  deps: Deps,
  { asked, unasked }: VenueChoice,
  request: Omit<SwapRequest, "slippageBps">,
  slippageBps: Promise<number> | number,
): Promise<Verdict<BestQuote & { oracle: OracleEnrichment }>> {
  const chain = deps.chain(request.chainId);
  const addresses = requireContracts(chain, "oracle");
  if (!addresses.ok) return addresses;
  const pair = { tokenIn: request.tokenIn.address, tokenOut: request.tokenOut.address };
  const [answers, outcomes, gas] = await Promise.all([
    Promise.resolve(slippageBps).then((bps) =>
      askVenues(deps, asked, { ...request, slippageBps: bps }),
    ),
    chain.rpc.send(oracleSpot.calls(addresses.value, pair)),
    asked.length > 1 ? readGasFacts(chain, request) : undefined,
  ]);
  const quoted = bestOf(answers, unasked, gas);
  if (!quoted.ok) return quoted;
  const amounts = {
    mode: request.mode,
    amountInBase: quoted.value.quote.amountInBase,
    amountOutBase: quoted.value.quote.amountOutBase,
  };
  const oracle = enrichQuote(amounts, oracleSpot.amount(addresses.value, pair, amounts, outcomes));
  return oracle.ok ? allow({ ...quoted.value, oracle: oracle.value }) : oracle;
}

/** Source: spec, "OracleEnrichment". */
export type OracleEnrichment = { priceFeedExists: boolean; deltaBps: number; oracleAmount: string };

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

const NO_FEED: OracleEnrichment = { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" };

/**
 * Whole basis points rounded toward zero; positive: the venue is worse (spec, "OracleEnrichment";
 * decision D16). `spot` values the quoted input (exactIn) or output (exactOut). Refuses with
 * rpc_unavailable: an unread oracle is no missing feed.
 */
export function enrichQuote(
  { mode, amountInBase, amountOutBase }: Quoted,
  spot: OracleSpot,
): Verdict<OracleEnrichment> {
  if (spot.kind === "no_feed") return allow(NO_FEED);
  if (spot.kind === "unavailable") {
    return refuse("rpc_unavailable", "The oracle's price could not be read. Please try again.");
  }
  const oracleBase = spot.amountBase;
  const quotedBase = mode === "exactIn" ? amountOutBase : amountInBase;
  // Dust can be worth nothing in the other token's units.
  const deltaBps = oracleBase === 0n ? 0 : oracleDeltaBps({ mode, quotedBase, oracleBase });
  return allow({ priceFeedExists: true, deltaBps, oracleAmount: oracleBase.toString() });
}
