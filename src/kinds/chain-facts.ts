import type { Address, Hex } from "viem";
import type { OracleState } from "../chain/oracle-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { BlockHeader } from "../chain/transaction-reads.ts";

/** The block that everything is judged at, and the node's suggestion of a tip. */
export type Head = { block: BlockHeader; tipWei: bigint };

/** What every transaction needs to know of the chain, read in one request and never from a cache. */
export type CallFacts = Head & {
  owner: Address;
  /** Selectors the agent holds on chain, in lower case; empty when no agent is involved. */
  agentSelectors: readonly Hex[];
  /** What the vault counts, beside its base token; both absent where the vault did not say it. */
  activeTokens?: readonly Address[];
  baseToken?: Address;
};

/** What the oracle keeps of tokens, by address. Holds the requested tokens only. */
export type OraclePools = ReadonlyMap<Address, RpcOutcome<OracleState>>;

export type SwapFacts = CallFacts & {
  feedIn: boolean;
  feedOut: boolean;
  /** The vault's own conversion at its 5-minute mean: output of an exact input, or input of an exact output. */
  oracle: RpcOutcome<bigint>;
  balanceInBase: bigint;
  activeTokens: readonly Address[];
  baseToken: Address;
  /** The oracle's pools of both tokens, and of the base token where it was known beforehand. */
  pools: OraclePools;
  /** What the authority maps the router's execute() to. */
  routerAdapter: RpcOutcome<Address>;
  /** Genuine Settlers, current first; empty while 0x has paused them. */
  settlers: readonly Address[];
};
