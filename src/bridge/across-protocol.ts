import type { BridgeCall } from "../calldata/bridge-call.ts";
import type { Protocol, ProtocolApi } from "../kinds/protocol.ts";
import type { BridgeVenue } from "../venues/across.ts";

export const acrossProtocol: Protocol<BridgeCall> = {
  id: "across",
  chains: "all",
  calls: { bridge: { selectors: ["0x770d096f"], sender: "agent" } }, // depositV3((...))
  load: async () => (await import("./across-code.ts")).acrossCode,
};

const DEFAULT_URL = "https://app.across.to/api";

/** Keyless quotes. */
export const acrossApi: ProtocolApi<BridgeVenue> = {
  id: "across",
  connect: ({ env, fetch, timeoutMs }) => ({
    quote: async (request) => {
      const { createAcross } = await import("../venues/across.ts");
      return createAcross({ baseUrl: env.ACROSS_API_URL ?? DEFAULT_URL, fetch, timeoutMs }).quote(
        request,
      );
    },
  }),
};
