import type { ProtocolApi } from "../kinds/protocol.ts";
import type { HyperliquidVenue } from "../venues/hyperliquid-port.ts";

const DEFAULT_URL = "https://api.hyperliquid.xyz";

/** Keyless API. */
export const hyperliquidApi: ProtocolApi<HyperliquidVenue> = {
  id: "hyperliquid",
  connect: ({ env, fetch, timeoutMs }) => {
    const load = async () => {
      const { createHyperliquid } = await import("../venues/hyperliquid.ts");
      return createHyperliquid({
        baseUrl: env.HYPERLIQUID_API_URL ?? DEFAULT_URL,
        fetch,
        timeoutMs,
      });
    };
    return {
      markets: async () => (await load()).markets(),
      book: async (coin) => (await load()).book(coin),
      account: async (user) => (await load()).account(user),
      spotUsdcE8: async (user) => (await load()).spotUsdcE8(user),
      openOrders: async (user) => (await load()).openOrders(user),
      order: async (...args) => (await load()).order(...args),
      fills: async (user) => (await load()).fills(user),
      ledger: async (...args) => (await load()).ledger(...args),
    };
  },
};
