import type { Chain } from "./chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const base: Chain = {
  id: 8453,
  name: "base",
  aliases: [],
  named: "by callers",
  nativeCoin: "ETH",
  explorer: "https://basescan.org",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0x59f39091Fd6f47e9D0bCB466F74e305f1709BAC4",
    universalRouter: "0x6fF5693b99212Da76ad316178A184AB56D299b43",
    uniswapRouterAdapterUr20: "0x2b75aD5cB2fa53fF93D20F38b5f3264Fbd1A6f82",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x4200000000000000000000000000000000000006",
    stakingProxy: "0xc758Ea84d6D978fe86Ee29c1fbD47B4F302F1992",
    poolManager: "0x498581ff718922c3f8e6a244956af099b2652b2b",
    positionManager: "0x7c5f5a4bbd8fd63184577525326123b519429bdc",
    stateView: "0xa3c0c9b65bad0b08107aa264b0f3db444b867a71",
    acrossSpokePool: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64",
    acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
  },
  tokens: [
    token("WETH", "0x4200000000000000000000000000000000000006", 18, ["deep", "bridged"]),
    token("USDC", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6, ["deep", "bridged"]),
    token("USDbC", "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", 6, []),
    token("DAI", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18, ["deep"]),
    token("USDT", "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", 6, ["deep", "bridged"]),
    token("GRG", "0x09188484e1Ab980DAeF53a9755241D759C5B7d60", 18, []),
    token("cbBTC", "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", 8, ["deep"]),
  ],
  blockMs: 2_000,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 40_000_000n, priorityWei: 10_000_000n, priorityIsFixed: false },
  l1Fee: "op stack",
  priceProbeWei: 10n ** 18n,
};
