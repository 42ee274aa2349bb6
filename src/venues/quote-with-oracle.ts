import { oracleSpot } from "../chain/oracle-spot.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Deps } from "../deps.ts";
import type { SwapRequest } from "../kinds/venue-port.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { askVenues } from "./ask-venues.ts";
import { type BestQuote, bestOf } from "./best-of.ts";
import { enrichQuote, type OracleEnrichment } from "./enrich-quote.ts";
import { readGasFacts } from "./read-gas-facts.ts";
import type { VenueChoice } from "./venues-to-ask.ts";

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
