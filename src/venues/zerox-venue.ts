import { CHAIN_IDS } from "../../schemas/chains.ts";
import { requireEnv } from "../env.ts";
import type { Venue } from "../kinds/venue.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";

const DEFAULT_URL = "https://api.0x.org";
const code = loadedOnce(() => import("./zerox.ts"));

/** The aggregator 0x. */
export const zeroXVenue: Venue = {
  id: "0x",
  name: "0x",
  chains: CHAIN_IDS,
  env: { needs: ["ZEROX_API_KEY"], callsPerSecond: "ZEROX_CALLS_PER_SECOND" },
  // The smallest plan (0x.org/docs/developer-resources/rate-limits). A quote with a taker brings
  // its calldata.
  calls: { perSecond: 5, perSlice: 1 },
  method: "0x2213bc0b", // exec(address,address,uint256,address,bytes)
  needs: ["settlers"],
  exactOutput: "at least",
  create: async ({ env, fetch, timeoutMs }) => {
    const { createZeroX } = await code();
    const { ZEROX_API_KEY: apiKey } = requireEnv(env, ["ZEROX_API_KEY"]);
    return createZeroX({ baseUrl: env.ZEROX_API_URL ?? DEFAULT_URL, apiKey, fetch, timeoutMs });
  },
  calldata: async () => (await import("./zerox-calldata.ts")).zeroXCalldata,
};
