import type { ChainId } from "../../schemas/chains.ts";
import type { Chain } from "../../src/chains/chain.ts";

/**
 * A chain as somebody may add one some day. Its contracts stand where those of chain 8453 do,
 * because its node is made from the local one's state (planted-node.ts); it has no staking, no
 * bridge, and neither's name is among the service's.
 */
export const PLANTED: Chain = {
  // Safe: the one cast of a planted chain; its id is pushed into the closed list (plant-chain.ts).
  id: 7_777 as ChainId,
  name: "testland",
  aliases: ["tl"],
  named: "by callers",
  nativeCoin: "ETH",
  explorer: "https://explorer.testland.example",
  contracts: {
    registry: "0x06767e8090bA5c4Eca89ED00C3A719909D503ED6",
    factory: "0x8DE8895ddD702d9a216E640966A98e08c9228f24",
    authority: "0xe35129A1E0BdB913CF6Fd8332E9d3533b5F41472",
    allowanceHolder: "0x0000000000001fF3684f28c67538d4D072C22734",
    zeroExDeployer: "0x00000000000004533Fe15556B1E086BB1A72cEae",
    permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
    multicall3: "0xcA11bde05977b3631167028862bE2a173976CA11",
    oracle: "0x59f39091Fd6f47e9D0bCB466F74e305f1709BAC4",
    universalRouter: "0x6fF5693b99212Da76ad316178A184AB56D299b43",
    uniswapRouterAdapterUr20: "0x2b75aD5cB2fa53fF93D20F38b5f3264Fbd1A6f82",
    uniswapRouterAdapterUr21: null,
    wrappedNative: "0x4200000000000000000000000000000000000006",
    stakingProxy: null,
    poolManager: "0x498581fF718922c3f8e6A244956aF099B2652b2b",
    positionManager: "0x7C5f5A4bBd8fD63184577525326123B519429bDc",
    stateView: "0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71",
    acrossSpokePool: null,
    acrossMulticallHandler: null,
  },
  tokens: [
    {
      symbol: "WETH",
      address: "0x4200000000000000000000000000000000000006",
      ...{ decimals: 18, deep: true, bridged: false },
    },
    {
      symbol: "USDC",
      address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      ...{ decimals: 6, deep: true, bridged: false },
    },
    {
      symbol: "LANDT",
      address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
      ...{ decimals: 6, deep: false, bridged: false },
    },
  ],
  blockMs: null,
  slotSec: 1,
  confirmations: 1n,
  gasCap: { maxFeeWei: 40_000_000n, priorityWei: 10_000_000n, priorityIsFixed: false },
  l1Fee: null,
  priceProbeWei: 10n ** 18n,
};
