import { CHAIN_IDS } from "../../schemas/chains.ts";
import { requireEnv } from "../env.ts";
import type { Venue } from "../kinds/venue.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";

const DEFAULT_URL = "https://trade-api.gateway.uniswap.org/v1";
const code = loadedOnce(() => import("./uniswap.ts"));

/** The pool DEX Uniswap. */
export const uniswapVenue: Venue = {
  id: "uniswap",
  name: "Uniswap",
  chains: CHAIN_IDS,
  env: { needs: ["UNISWAP_API_KEY"], callsPerSecond: "UNISWAP_CALLS_PER_SECOND" },
  // The smallest plan (api-docs.uniswap.org/guides/troubleshooting). Calldata is a second request.
  calls: { perSecond: 3, perSlice: 2 },
  method: "0x3593564c", // execute(bytes,bytes[],uint256)
  needs: ["routerVersion"],
  exactOutput: "exactly",
  create: async ({ env, fetch, timeoutMs }) => {
    const { createUniswap } = await code();
    const { UNISWAP_API_KEY: apiKey } = requireEnv(env, ["UNISWAP_API_KEY"]);
    return createUniswap({ baseUrl: env.UNISWAP_API_URL ?? DEFAULT_URL, apiKey, fetch, timeoutMs });
  },
  calldata: async () => (await import("./uniswap-calldata.ts")).uniswapCalldata,
};
