import type { ProtocolApi } from "../kinds/protocol.ts";
import type { BridgeVenue } from "../venues/bridge-port.ts";

const DEFAULT_URL = "https://app.across.to/api";

/** Quotes of what arrives elsewhere. No key. */
export const acrossApi: ProtocolApi<BridgeVenue> = {
  id: "across",
  connect: ({ env, fetch, timeoutMs }) => ({
    quote: async (request) => {
      const { createAcross } = await import("../venues/across.ts");
      return createAcross({ baseUrl: env.ACROSS_API_URL ?? DEFAULT_URL, fetch, timeoutMs }).quote(request);
    },
  }),
};
