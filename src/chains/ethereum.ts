import type { Chain } from "./chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const ethereum: Chain = {
  id: 1,
  name: "ethereum",
  aliases: ["eth", "mainnet"],
  named: "by callers",
  nativeCoin: "ETH",
  explorer: "https://etherscan.io",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0xB13250f0Dc8ec6dE297E81CDA8142DB51860BaC4",
    universalRouter: "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af",
    uniswapRouterAdapterUr20: "0x8d89AC596804704Fff512DAe5cAC19319F3AB560",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    stakingProxy: "0x730dDf7b602dB822043e0409d8926440395e07fE",
    poolManager: "0x000000000004444c5dc75cB358380D2e3dE08A90",
    positionManager: "0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e",
    stateView: "0x7ffe42c4a5deea5b0fec41c94c136cf115597227",
    acrossSpokePool: "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5",
    acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
  },
  tokens: [
    token("WETH", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", 18, ["deep", "bridged"]),
    token("USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6, ["deep", "bridged"]),
    token("USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6, ["deep", "bridged"]),
    token("DAI", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18, ["deep"]),
    token("WBTC", "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", 8, ["deep", "bridged"]),
    token("GRG", "0x4FbB350052Bca5417566f188eB2EBCE5b19BC964", 18, []),
    token("XAUT", "0x68749665FF8D2d112Fa859AA293F07A622782F38", 6, []),
  ],
  blockMs: 12_000,
  slotSec: 8,
  confirmations: 2n,
  gasCap: { maxFeeWei: 5_000_000_000n, priorityWei: 10_000_000n, priorityIsFixed: true },
  l1Fee: null,
  priceProbeWei: 10n ** 18n,
};
