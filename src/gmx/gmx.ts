import type { ProtocolApi } from "../kinds/protocol.ts";
import type { GmxVenue } from "../venues/gmx.ts";

/**
 * The addresses are constants of the vaults' GmxLib.sol. Event emitter: gmx-synthetics a5c0c88,
 * deployments/arbitrum/EventEmitter.json.
 */
export const GMX = {
  chainId: 42161,
  dataStore: "0xfd70de6b91282d8017aa4e741e9ae325cab992d8",
  reader: "0x470fbc46bcc0f16532691df360a07d8bf5ee0789",
  priceFeeds: "0x38b8db61b724b51e42a88cb8ec564cd685a0f53b",
  referralStorage: "0xe6fab3f0c7199b0d34d7fbe83394fc0e0d06e99d",
  eventEmitter: "0xc8ee91a54287db53897056e12d9819156d3822fb",
  /** Limit of the vaults' adapter. */
  maxPositions: 32,
} as const;

const DEFAULT_URL = "https://arbitrum-api.gmxinfra.io";

/** Keyless API. */
export const gmxApi: ProtocolApi<GmxVenue> = {
  id: "gmx",
  connect: ({ env, fetch, timeoutMs }) => ({
    snapshot: async () => {
      const { createGmx } = await import("../venues/gmx.ts");
      return createGmx({ baseUrl: env.GMX_API_URL ?? DEFAULT_URL, fetch, timeoutMs }).snapshot();
    },
  }),
};
