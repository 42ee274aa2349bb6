import { oracleSpot } from "../chain/oracle-spot.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import { enrichQuote, type OracleEnrichment } from "./enrich-quote.ts";
import { type AskedVenues, quoteSwap } from "./quote-swap.ts";
import type { SwapRequest, VenueQuote } from "./venue-port.ts";

/**
 * A quote with the oracle's spot beside it (decision 28): one call to each venue and one RPC request, out together.
 * `request` may be a promise, so that the oracle need not wait for what only the venue needs.
 * Refuses as the venue does, and with rpc_unavailable: an oracle outage is not a missing feed.
 */
export async function quoteWithOracle(
  deps: Deps,
  venues: AskedVenues,
  request: Omit<SwapRequest, "slippageBps">,
  slippageBps: Promise<number> | number,
): Promise<Verdict<{ quote: VenueQuote; oracle: OracleEnrichment }>> {
  const chain = deps.chain(request.chainId);
  const addresses = requireContracts(chain, "oracle");
  if (!addresses.ok) return addresses;
  const pair = { tokenIn: request.tokenIn.address, tokenOut: request.tokenOut.address };
  const [quoted, outcomes] = await Promise.all([
    Promise.resolve(slippageBps).then((bps) => quoteSwap(deps, venues, { ...request, slippageBps: bps })),
    chain.rpc.send(oracleSpot.calls(addresses.value, pair)),
  ]);
  if (!quoted.ok) return quoted;
  const amounts = {
    mode: request.mode,
    amountInBase: quoted.value.amountInBase,
    amountOutBase: quoted.value.amountOutBase,
  };
  const oracle = enrichQuote(amounts, oracleSpot.amount(addresses.value, pair, amounts, outcomes));
  return oracle.ok ? allow({ quote: quoted.value, oracle: oracle.value }) : oracle;
}
