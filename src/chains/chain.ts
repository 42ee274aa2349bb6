import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/**
 * Hard caps in wei per gas. `priorityIsFixed`: the tip is not the node's, whose suggestion there is
 * 0.
 */
type GasCap = { maxFeeWei: bigint; priorityWei: bigint; priorityIsFixed: boolean };

/**
 * The chain's contracts; null where it has none, and tools that need it refuse by its name.
 * ADDRESSES_<id> replaces each. Source: docs/facts/vault-contracts.md 12.
 */
export type ChainContracts = {
  registry: Address;
  factory: Address;
  authority: Address;
  oracle: Address | null;
  universalRouter: Address | null;
  /** The router adapter of 2.0: its address tells the router version in use. */
  uniswapRouterAdapterUr20: Address | null;
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

/** A token that callers may name by symbol, which is spelled for display. */
export type ChainToken = {
  symbol: string;
  address: Address;
  /** null: read on chain. Source: docs/facts/venues.md 5, or the adapter's own list. */
  decimals: number | null;
  /**
   * Too large a market for one stranger to set its price, so the agent may buy it unnamed (decision
   * D18).
   */
  deep: boolean;
  /**
   * The vaults' Across adapter bridges it to the token of the same symbol (CrosschainTokens.sol,
   * 0325f22e).
   */
  bridged: boolean;
};

/**
 * All facts of one chain. Nothing is optional: null says what it lacks, and a forgotten part does
 * not compile.
 */
export type Chain = {
  id: ChainId;
  /** In lower case, as callers and texts have it. */
  name: string;
  aliases: readonly string[];
  /**
   * `by its protocols alone`: no trading, only the tools of its own venue act on it (decision D1).
   */
  named: "by callers" | "by its protocols alone";
  /** Symbol of the gas coin in upper case; it has 18 decimals. */
  nativeCoin: string;
  /** Origin of its explorer. Source, also of the coin: docs/facts/venues.md 5. */
  explorer: string;
  contracts: ChainContracts;
  /**
   * Tokens that callers may name by symbol. No look-ups elsewhere: any deployer can choose any
   * symbol, which is how look-alikes are bought (docs/facts/venues.md 7).
   */
  tokens: readonly ChainToken[];
  /**
   * Milliseconds between block timestamps; null: no interval of whole seconds. Sources:
   * ethereum.org (slots), docs.optimism.io and docs.base.org (block time), docs.polygon.technology
   * (PoS).
   */
  blockMs: number | null;
  /** Seconds of one slot of the vaults' oracle: EOracle counts 8 on Ethereum, 1 elsewhere. */
  slotSec: number;
  /** Depth in blocks at which a receipt counts, its own included (decisions D31 and D1). */
  confirmations: bigint;
  /** Not configurable on purpose (spec "Limits"). Source: docs/facts/venues.md 6, decision D28. */
  gasCap: GasCap;
  /** Charge for publishing on L1 beside the gas (docs/facts/op-stack-fees.md); null: none. */
  l1Fee: "op stack" | null;
  /**
   * Amount of the coin that venues price tokens with: some thousand dollars at the prices of 2026,
   * so that neither dust nor the size decides. Only proportions count, so it need not follow the
   * market.
   */
  priceProbeWei: bigint;
};
