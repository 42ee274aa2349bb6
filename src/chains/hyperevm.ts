import type { Chain } from "./chain.ts";
import { SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const hyperevm: Chain = {
  id: 999,
  name: "hyperevm",
  aliases: [],
  named: "by its protocols alone",
  nativeCoin: "HYPE",
  explorer: "https://hyperevmscan.io",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: null,
    universalRouter: null,
    uniswapRouterAdapterUr20: null,
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x5555555555555555555555555555555555555555",
    stakingProxy: null,
    poolManager: null,
    positionManager: null,
    stateView: null,
    acrossSpokePool: "0x35E63eA3eb0fb7A3bc543C71FB66412e1F6B0E04",
    acrossMulticallHandler: "0x5E7840E06fAcCb6d1c3b5F5E0d1d3d07F2829bba",
  },
  tokens: [
    token("WHYPE", "0x5555555555555555555555555555555555555555", 18, []),
    token("USDC", "0xb88339CB7199b77E23DB6E890353E22632Ba630f", 6, ["deep"]),
  ],
  blockMs: null,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 100_000_000_000n, priorityWei: 20_000_000n, priorityIsFixed: false },
  l1Fee: null,
  priceProbeWei: 60n * 10n ** 18n,
};
