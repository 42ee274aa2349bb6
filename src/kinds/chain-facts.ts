import type { Address, Hex } from "viem";
import type { OracleState } from "../chain/oracle-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { BlockHeader } from "../chain/transaction-reads.ts";

/** The block that everything is judged at, and the node's suggested tip. */
export type Head = { block: BlockHeader; tipWei: bigint };

/** Facts for every transaction: read in one request, never cached. */
export type CallFacts = Head & {
  owner: Address;
  /** Selectors delegated to the agent on chain, in lower case; empty without an agent. */
  agentSelectors: readonly Hex[];
  /**
   * Tokens that the vault counts beside its base token; both absent where the vault did not answer.
   */
  activeTokens?: readonly Address[];
  baseToken?: Address;
};

/** Oracle state of the requested tokens, by address. */
export type OraclePools = ReadonlyMap<Address, RpcOutcome<OracleState>>;

export type SwapFacts = CallFacts & {
  feedIn: boolean;
  feedOut: boolean;
  /**
   * The vault's own conversion at its 5-minute mean: the output of an exact input, or the reverse.
   */
  oracle: RpcOutcome<bigint>;
  balanceInBase: bigint;
  activeTokens: readonly Address[];
  baseToken: Address;
  /** Both tokens' pools, and the base token's where it was known beforehand. */
  pools: OraclePools;
  /** The authority's adapter for the router's execute(). */
  routerAdapter: RpcOutcome<Address>;
  /** Genuine Settlers, current first; empty while 0x has paused them. */
  settlers: readonly Address[];
};
