import type { Chain } from "./chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const unichain: Chain = {
  id: 130,
  name: "unichain",
  aliases: ["uni"],
  named: "by callers",
  nativeCoin: "ETH",
  explorer: "https://uniscan.xyz",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0x54bd666eA7FD8d5404c0593Eab3Dcf9b6E2A3aC4",
    universalRouter: "0xEf740bf23aCaE26f6492B10de645D6B98dC8Eaf3",
    uniswapRouterAdapterUr20: "0x767515c8A9d34dC66A5160bD58cd1d3EE03dAb00",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x4200000000000000000000000000000000000006",
    stakingProxy: "0x550Ed0bFFdbE38e8Bd33446D5c165668Ea071643",
    poolManager: "0x1f98400000000000000000000000000000000004",
    positionManager: "0x4529a01c7a0410167c5740c487a8de60232617bf",
    stateView: "0x86e8631a016f9068c3f085faf484ee3f5fdee8f2",
    acrossSpokePool: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64",
    acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
  },
  tokens: [
    token("WETH", "0x4200000000000000000000000000000000000006", 18, ["deep", "bridged"]),
    token("USDC", "0x078D782b760474a361dDA0AF3839290b0EF57AD6", 6, ["deep", "bridged"]),
    token("GRG", "0x03c2868c6d7fd27575426f395ee081498b1120dd", 18, []),
  ],
  blockMs: null,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 40_000_000n, priorityWei: 10_000_000n, priorityIsFixed: false },
  l1Fee: "op stack",
  priceProbeWei: 10n ** 18n,
};
