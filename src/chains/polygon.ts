import type { Chain } from "./chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const polygon: Chain = {
  id: 137,
  name: "polygon",
  aliases: ["matic"],
  named: "by callers",
  nativeCoin: "POL",
  explorer: "https://polygonscan.com",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0x1D8691A1A7d53B60DeDd99D8079E026cB0E5bac4",
    universalRouter: "0x1095692A6237d83C6a72F3F5eFEdb9A670C49223",
    uniswapRouterAdapterUr20: "0xc4Eb59bf8606d96016af3664C5FDb08D67234078",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
    stakingProxy: "0xC87d1B952303ae3A9218727692BAda6723662dad",
    poolManager: "0x67366782805870060151383f4bbff9dab53e5cd6",
    positionManager: "0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9",
    stateView: "0x5ea1bd7974c8a611cbab0bdcafcb1d9cc9b3ba5a",
    acrossSpokePool: "0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096",
    acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
  },
  tokens: [
    token("WPOL", "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", 18, []),
    token("WETH", "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", 18, ["deep", "bridged"]),
    token("USDC", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 6, ["deep", "bridged"]),
    token("USDT", "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6, ["deep", "bridged"]),
    token("WBTC", "0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6", 8, ["deep", "bridged"]),
    token("GRG", "0xBC0BEA8E634ec838a2a45F8A43E7E16Cd2a8BA99", 18, []),
  ],
  blockMs: 2_000,
  slotSec: 1,
  confirmations: 5n,
  gasCap: { maxFeeWei: 500_000_000_000n, priorityWei: 100_000_000_000n, priorityIsFixed: false },
  l1Fee: null,
  priceProbeWei: 8_000n * 10n ** 18n,
};
