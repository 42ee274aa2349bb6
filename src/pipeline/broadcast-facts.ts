import type { Address, Hex } from "viem";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";

/** The transaction that would be signed. Amounts in wei. */
export type BroadcastTransaction = {
  chainId: number;
  from: Address;
  to: Address;
  data: Hex;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** What an eth_call of exactly this transaction from the agent gave. `unavailable`: no node answered it. */
export type Simulation = { ok: true } | { ok: false; kind: "reverted"; data: Hex } | { ok: false; kind: "unavailable" };

/**
 * Everything the seven checks look at, read just before broadcast. Null means that it could not be read, which is never
 * taken for "none" (except the record, where null is "there is none": a storage failure is thrown earlier).
 */
export type BroadcastFacts = {
  vault: Address;
  transaction: BroadcastTransaction;
  delegation: DelegationRecord | null;
  /** The address of the key that will sign. */
  agent: Address;
  /** getDelegatedSelectors(agent) on the vault. */
  onChainSelectors: readonly Hex[] | null;
  simulation: Simulation;
  agentBalanceWei: bigint | null;
  /** Of that balance, what transactions of the same wallet that are not mined yet may still cost. */
  reservedWei: bigint;
  /** What the chain takes for publishing it on L1, beside the gas; 0 where there is no such fee. */
  l1FeeWei: bigint | null;
};
