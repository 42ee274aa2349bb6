import { ACROSS_MULTICALL_HANDLER } from "./across-multicall-handler.ts";
import type { Chain } from "./chain.ts";
import { SAME_EVERYWHERE } from "./same-everywhere.ts";

export const optimism: Chain = {
  id: 10,
  name: "optimism",
  aliases: ["op"],
  named: "by callers",
  nativeCoin: "ETH",
  explorer: "https://optimistic.etherscan.io",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0x79234983dED8EAA571873fffe94e437e11C7FaC4",
    universalRouter: "0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507",
    uniswapRouterAdapterUr20: "0xE1db51fa21EB0D185778d8c25dF33FA356f34730",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x4200000000000000000000000000000000000006",
    stakingProxy: "0xB844bDCC64a748fDC8c9Ee74FA4812E4BC28FD70",
    poolManager: "0x9a13f98cb987694c9f086b1f5eb990eea8264ec3",
    positionManager: "0x3c3ea4b57a46241e54610e5f022e5c45859a1017",
    stateView: "0xc18a3169788f4f75a170290584eca6395c75ecdb",
    acrossSpokePool: "0x6f26Bf09B1C792e3228e5467807a900A503c0281",
    acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
  },
  tokens: [
    { symbol: "WETH", address: "0x4200000000000000000000000000000000000006", decimals: 18, deep: true, bridged: true },
    { symbol: "USDC", address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, deep: true, bridged: true },
    {
      symbol: "USDC.E",
      address: "0x7F5c764cBc14f9669B88837ca1490cCa17c31607",
      decimals: 6,
      deep: false,
      bridged: false,
    },
    { symbol: "USDT", address: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", decimals: 6, deep: true, bridged: true },
    { symbol: "DAI", address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", decimals: 18, deep: true, bridged: false },
    { symbol: "WBTC", address: "0x68f180fcCe6836688e9084f035309E29Bf0A2095", decimals: 8, deep: true, bridged: true },
    { symbol: "GRG", address: "0xecf46257ed31c329f204eb43e254c609dee143b3", decimals: 18, deep: false, bridged: false },
  ],
  blockMs: 2_000,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 40_000_000n, priorityWei: 10_000_000n, priorityIsFixed: false },
  l1Fee: "op stack",
  priceProbeWei: 10n ** 18n,
};
