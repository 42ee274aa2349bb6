import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { AddressesWith, ChainAddresses, LackableContract } from "./addresses.ts";

const WORDS: Record<LackableContract, string> = {
  oracle: "oracle of the vaults",
  universalRouter: "Universal Router of Uniswap",
  uniswapRouterAdapterUr20: "Uniswap adapter of the vaults",
  uniswapRouterAdapterUr21: "Uniswap adapter of the vaults for router 2.1",
  stakingProxy: "GRG staking proxy",
  poolManager: "Uniswap v4 pool manager",
  positionManager: "Uniswap v4 position manager",
  stateView: "Uniswap v4 state view",
  acrossSpokePool: "pool of Across",
  acrossMulticallHandler: "handler of Across",
};

type Chain = { chainId: ChainId; addresses: ChainAddresses };

/**
 * Refuses with chain_not_supported where the chain lacks one of `names`. Ask before the first read,
 * so that nothing is read at a missing address.
 */
export function requireContracts<N extends LackableContract>(
  { chainId, addresses }: Chain,
  ...names: readonly N[]
): Verdict<AddressesWith<N>> {
  const missing = names.find((name) => addresses[name] === null);
  // Safe: none of `names` is null.
  if (missing === undefined) return allow(addresses as AddressesWith<N>);
  return refuse(
    "chain_not_supported",
    `There is no ${WORDS[missing]} on ${chainOf(chainId).name} (${chainId}), and this needs ` +
      "it. Choose another chain.",
    { contract: missing, chainId },
  );
}
