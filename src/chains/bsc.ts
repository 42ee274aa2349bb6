import type { Chain } from "./chain.ts";
import { SAME_EVERYWHERE } from "./same-everywhere.ts";
import { token } from "./token.ts";

export const bsc: Chain = {
  id: 56,
  name: "bsc",
  aliases: ["bnb", "binance"],
  named: "by callers",
  nativeCoin: "BNB",
  explorer: "https://bscscan.com",
  contracts: {
    ...SAME_EVERYWHERE,
    oracle: "0x77B2051204306786934BE8bEC29a48584E133aC4",
    universalRouter: "0x1906c1d672b88cD1B9aC7593301cA990F94Eae07",
    uniswapRouterAdapterUr20: "0x1dE6BA9EC7b30988af35F52A0Fce434409FB88A6",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
    stakingProxy: "0xa4a94cCACa8ccCdbCD442CF8eECa0cd98f69e99e",
    poolManager: "0x28e2ea090877bf75740558f6bfb36a5ffee9e9df",
    positionManager: "0x7a4a5c919ae2541aed11041a1aeee68f1287f95b",
    stateView: "0xd13dd3d6e93f276fafc9db9e6bb47c1180aee0c4",
    acrossSpokePool: "0x4e8E101924eDE233C13e2D8622DC8aED2872d505",
    acrossMulticallHandler: "0xAC537C12fE8f544D712d71ED4376a502EEa944d7",
  },
  tokens: [
    token("WBNB", "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", 18, []),
    token("ETH", "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", null, ["deep"]),
    token("WETH", "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", 18, ["deep", "bridged"]),
    token("USDT", "0x55d398326f99059fF775485246999027B3197955", 18, ["deep", "bridged"]),
    token("USDC", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18, ["deep", "bridged"]),
    token("BUSD", "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56", 18, []),
    token("DAI", "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", 18, ["deep"]),
    token("GRG", "0x3b3E4b4741e91aF52d0e9ad8660573E951c88524", 18, []),
  ],
  blockMs: null,
  slotSec: 1,
  confirmations: 3n,
  gasCap: { maxFeeWei: 200_000_000n, priorityWei: 100_000_000n, priorityIsFixed: false },
  l1Fee: null,
  priceProbeWei: 3n * 10n ** 18n,
};
