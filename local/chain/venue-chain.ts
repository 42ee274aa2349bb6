import { getAddress } from "viem";
import { chainAddresses } from "./chain-addresses.ts";
import { chainTokens } from "./chain-tokens.ts";

/**
 * Chain 999, as far as it differs from 8453: its own USDC and coin, and Hyperliquid's contracts and
 * precompiles (build-genesis.ts). Its oracle is for no token of interest: vaults there have USDC as
 * their base token. Source: facts `addresses.json` (copied by program, not typed).
 */
export const venueChain = {
  addresses: {
    ...chainAddresses,
    wrappedNative: getAddress("0x5555555555555555555555555555555555555555"),
  },
  tokens: {
    ...chainTokens,
    WETH: {
      ...chainTokens.WETH,
      address: getAddress("0x5555555555555555555555555555555555555555"),
    },
    USDC: {
      ...chainTokens.USDC,
      address: getAddress("0xb88339cb7199b77e23db6e890353e22632ba630f"),
    },
  },
};
