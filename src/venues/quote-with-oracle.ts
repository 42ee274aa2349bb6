import { type OracleSpot, oracleSpot } from "../chain/oracle-spot.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Deps } from "../deps.ts";
import type { SwapRequest } from "../kinds/venue.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleDeltaBps } from "../shields/oracle-delta-bps.ts";
import { askVenues, type VenueChoice } from "./ask-venues.ts";
import { type BestQuote, bestOf, readGasFacts } from "./best-of.ts";

/**
 * Decision 28: one call to each venue and one RPC request, out together. `request` may be a promise, so that the oracle need not wait for
 * what only the venue needs. Refuses as the venue does, and with rpc_unavailable: an oracle outage is not a missing feed.
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
    Promise.resolve(slippageBps).then((bps) => askVenues(deps, asked, { ...request, slippageBps: bps })),
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

/** Spec, "OracleEnrichment". */
export type OracleEnrichment = { priceFeedExists: boolean; deltaBps: number; oracleAmount: string };

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint };

const NO_FEED: OracleEnrichment = { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" };

/**
 * In whole basis points rounded toward zero; positive: the venue is worse (spec, "OracleEnrichment"; decision 28). `spot`: the quoted
 * input's worth (exactIn), or the quoted output's in the input token (exactOut). Refuses with rpc_unavailable: an unread oracle is not a
 * missing feed.
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
