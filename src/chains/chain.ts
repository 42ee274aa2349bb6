import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/** Hard caps in wei per gas. `priorityIsFixed`: the tip is not taken from the node, whose suggestion there is 0. */
type GasCap = { maxFeeWei: bigint; priorityWei: bigint; priorityIsFixed: boolean };

/**
 * The contracts that the service knows of a chain. null: the chain has none, and what needs it is refused by its name.
 * ADDRESSES_<id> replaces each. Source: docs/facts/vault-contracts.md 12.
 */
export type ChainContracts = {
  registry: Address;
  factory: Address;
  authority: Address;
  oracle: Address | null;
  universalRouter: Address | null;
  /** The vaults' router adapter before its upgrade: it says which router version is in use. */
  uniswapRouterAdapterUr20: Address | null;
  /** An adapter for router 2.1, where one is known. */
  uniswapRouterAdapterUr21: Address | null;
  wrappedNative: Address;
  allowanceHolder: Address;
  zeroExDeployer: Address;
  permit2: Address;
  multicall3: Address;
  stakingProxy: Address | null;
  poolManager: Address | null;
  positionManager: Address | null;
  stateView: Address | null;
  acrossSpokePool: Address | null;
  acrossMulticallHandler: Address | null;
};

/** A token that may be named by its symbol, which is spelled for display. */
export type ChainToken = {
  symbol: string;
  address: Address;
  /** null: they are read on chain. Only what the facts (docs/facts/venues.md 5) or the adapter's own list state stands here. */
  decimals: number | null;
  /** Its market is too large for one stranger to set its price, so the agent may buy it unnamed (decision 395). */
  deep: boolean;
  /** The vaults' Across adapter sends it to other chains, to the token of the same symbol (CrosschainTokens.sol, 0325f22e). */
  bridged: boolean;
};

/** All that the service knows of one chain; what it lacks is said with null, and a part that is forgotten does not compile. */
export type Chain = {
  id: ChainId;
  /** As callers name it and texts show it: lower case. */
  name: string;
  /** Other words people use for it, in lower case. */
  aliases: readonly string[];
  /** `by its protocols alone`: no chain for trading, only the tools of the venue that lives there act on it (decision 284). */
  named: "by callers" | "by its protocols alone";
  /** Symbol of the coin that pays for gas, in upper case; it has 18 decimals. */
  nativeCoin: string;
  /** Origin of its explorer. Source, as of the coin: docs/facts/venues.md 5. */
  explorer: string;
  contracts: ChainContracts;
  /**
   * The tokens that callers may name. There are no look-ups elsewhere on purpose: any deployer can choose any symbol,
   * which is how look-alike tokens are bought (docs/facts/venues.md 7).
   */
  tokens: readonly ChainToken[];
  /**
   * From one block's timestamp to the next one's, ms; null: it keeps to no interval of whole seconds. Sources: ethereum.org (slots),
   * docs.optimism.io and docs.base.org (block time), docs.polygon.technology (PoS).
   */
  blockMs: number | null;
  /** Seconds that one slot of the vaults' oracle stands for: EOracle counts 8 on Ethereum and 1 on every other chain. */
  slotSec: number;
  /** Blocks a receipt must be deep before it counts, its own block included (decisions 42 and 284). */
  confirmations: bigint;
  /** docs/facts/venues.md 6, decision 33. Hard-coded on purpose: spec "Limits", not configurable. */
  gasCap: GasCap;
  /** What it charges for publishing a transaction on L1 beside its gas (docs/facts/op-stack-fees.md); null: nothing. */
  l1Fee: "op stack" | null;
  /**
   * How much of the coin a venue is asked for tokens with: worth some thousand dollars at the prices of 2026, so that neither dust in a
   * pool decides nor the size itself. Only the proportion counts, so it need not follow the market.
   */
  priceProbeWei: bigint;
};
