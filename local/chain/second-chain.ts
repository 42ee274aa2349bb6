import { getAddress } from "viem";
import { chainAddresses } from "./chain-addresses.ts";
import { chainTokens } from "./chain-tokens.ts";

/**
 * Chain 42161, as far as it differs from 8453: the same contracts at its own documented addresses,
 * and its own tokens. Source: facts `addresses.json` (copied by program, not typed). cbBTC has one
 * address on both chains.
 */
export const secondChain = {
  addresses: {
    ...chainAddresses,
    uniswapAdapter: getAddress("0x27a707296078c535b8ecabc3a5e9b5e26a9c2140"),
    universalRouter: getAddress("0xa51afafe0263b40edaef0df8781ea9aa03e381a3"),
    positionManager: getAddress("0xd88f38f930b7952f2db2432cb002e7abbf3dd869"),
    poolManager: getAddress("0x360e68faccca8ca495c1b759fd9eee466db9fb32"),
    oracle: getAddress("0x3043e182047f8696dfe483535785ed1c3681bac4"),
    stateView: getAddress("0x76fd297e2d437cd7f76d50f01afe6160f86e9990"),
    wrappedNative: getAddress("0x82af49447d8a07e3bd95bd0d56f35241523fbab1"),
    stakingProxy: getAddress("0xd495296510257dadf0d74846a8307bf533a0fb48"),
    acrossSpokePool: getAddress("0xe35e9842fceaca96570b734083f4a58e8f7c5f2a"),
  },
  tokens: {
    ...chainTokens,
    WETH: {
      ...chainTokens.WETH,
      address: getAddress("0x82af49447d8a07e3bd95bd0d56f35241523fbab1"),
    },
    USDC: {
      ...chainTokens.USDC,
      address: getAddress("0xaf88d065e77c8cc2239327c5edb3a432268e5831"),
    },
    USDT: {
      ...chainTokens.USDT,
      address: getAddress("0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9"),
    },
    DAI: { ...chainTokens.DAI, address: getAddress("0xda10009cbd5d07dd0cecc66161fc93d7c9000da1") },
    GRG: { ...chainTokens.GRG, address: getAddress("0x7f4638a58c0615037decc86f1dae60e55fe92874") },
  },
};
