import type { ProtocolApi } from "../kinds/protocol.ts";
import type { GmxVenue } from "../venues/gmx-port.ts";

const DEFAULT_URL = "https://arbitrum-api.gmxinfra.io";

/** Markets, tokens and prices. No key. */
export const gmxApi: ProtocolApi<GmxVenue> = {
  id: "gmx",
  connect: ({ env, fetch, timeoutMs }) => ({
    snapshot: async () => {
      const { createGmx } = await import("../venues/gmx.ts");
      return createGmx({ baseUrl: env.GMX_API_URL ?? DEFAULT_URL, fetch, timeoutMs }).snapshot();
    },
  }),
};
