import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Venue, VenueQuote } from "../../src/kinds/venue.ts";
import { allow, type Verdict } from "../../src/lib/verdict.ts";
import { createUniswap } from "../../src/venues/uniswap.ts";
import { uniswapCalldata } from "../../src/venues/uniswap-calldata.ts";

// Safe: plant-venue.ts puts it into the closed list.
const PLANTED = "planted" as string as VenueId;

/**
 * A third venue. It fills at the pools that the local Uniswap quotes, through the same method of
 * the vault, and promises a fifth of a percent more than that one says: what arrives is between its
 * promise and its minimum. Its prices, failures and tampered calldata are those of the stand-in
 * behind it.
 */
export const plantedVenue: Venue = {
  id: PLANTED,
  name: "Planted",
  chains: [8453],
  env: { needs: [] },
  calls: { perSecond: 100, perSlice: 2 },
  method: "0x3593564c", // execute(bytes,bytes[],uint256)
  needs: ["routerVersion"],
  exactOutput: "exactly",
  create: async ({ env, fetch, timeoutMs }) => {
    const { UNISWAP_API_URL: baseUrl = "", UNISWAP_API_KEY: apiKey = "" } = env;
    const behind = createUniswap({ baseUrl, apiKey, fetch, timeoutMs });
    return {
      id: PLANTED,
      quote: async (request) => promised(await behind.quote(request)),
      transaction: (quote, facts) => behind.transaction(quote, facts),
    };
  },
  calldata: async () => uniswapCalldata,
};

function promised(answer: Verdict<VenueQuote>): Verdict<VenueQuote> {
  if (!answer.ok) return answer;
  const { amountInBase, amountOutBase, request } = answer.value;
  const isSale = request.mode === "exactIn";
  return allow({
    ...answer.value,
    venue: PLANTED,
    ...(isSale ? { amountOutBase: amountOutBase + amountOutBase / 500n } : {}),
    ...(isSale ? {} : { amountInBase: amountInBase - amountInBase / 500n }),
  });
}
