import type { Chain } from "./chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

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
    token("WETH", "0x4200000000000000000000000000000000000006", 18, ["deep", "bridged"]),
    token("USDC", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", 6, ["deep", "bridged"]),
    token("USDC.E", "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", 6, []),
    token("USDT", "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", 6, ["deep", "bridged"]),
    token("DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18, ["deep"]),
    token("WBTC", "0x68f180fcCe6836688e9084f035309E29Bf0A2095", 8, ["deep", "bridged"]),
    token("GRG", "0xecf46257ed31c329f204eb43e254c609dee143b3", 18, []),
  ],
  blockMs: 2_000,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 40_000_000n, priorityWei: 10_000_000n, priorityIsFixed: false },
  l1Fee: "op stack",
  priceProbeWei: 10n ** 18n,
};
