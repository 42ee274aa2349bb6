import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { CallFacts, Head, OraclePools, SwapFacts } from "./chain-facts.ts";
import type { OwnerCall } from "./owner-call.ts";
import type { PoolKey } from "./pool-key.ts";
import type { RouterFacts } from "./router-facts.ts";
import type { VaultCall } from "./vault-call.ts";
import type { VenueQuote } from "./venue-port.ts";

/** A swap that was quoted, with the facts of the chain read beside it. Nothing is built yet. */
export type SwapPlan = {
  kind: "swap";
  quote: VenueQuote;
  facts: SwapFacts;
  toleranceBps: number;
  /** Where the service chose the venue: which one, and by how much it is better. */
  said?: string;
  /** Of an approved operation: the calldata that was approved. It passes all checks again, and no venue is called for another. */
  approved?: { data: Hex; deadlineSec: number };
  /** Its slippage was narrowed to an order's limit price: a simulation that fails by it is the price's doing. */
  isNarrowed?: true;
  /** Unix seconds: the last that the calldata may be good at, where its order ends. */
  endsSec?: number;
};

/** A call on the vault whose calldata the service encodes itself. What it may do follows from the calldata (kinds/call-rule.ts). */
export type CallPlan = {
  kind: "call";
  data: Hex;
  /** What `data` has to mean: it is decoded again from its bytes, and refused where one field differs. */
  expected: VaultCall;
  /** Of the vault's adapter, for a call through the router; left out, 2.0. */
  routerVersion?: RouterFacts["routerVersion"];
  description: string;
  message: string;
  swap: AttemptSwap | null;
  swapMeta?: SwapMeta;
  facts: CallFacts;
  /** Where it moves assets: the base token, which the NAV is measured in, and the oracle's pools as far as they were read. */
  measured?: { baseToken: Address; pools: OraclePools };
  /** Of a call on a liquidity position: its pool. It is not believed, but held against the chain (check-position.ts). */
  pool?: PoolKey;
  /** Of a call that adds to it: the pool's price as it was planned with, by which both amounts are one value. Held against the chain, too. */
  poolSqrtX96?: bigint;
  suggestions?: string[];
  /** Machine-readable facts that go into the answer's data. */
  answerData?: Record<string, unknown>;
  /** Of a call whose effect comes later and elsewhere: what is said once it is mined, in place of "Executed.", and what its data has then. */
  later?: { message: string; data: Record<string, unknown> };
};

/** One transaction of an owner's plan. `valueWei` is the native coin sent along. */
export type OwnerStep = {
  to: Address;
  data: Hex;
  valueWei: bigint;
  description: string;
  /** What `data` has to mean at `to`: it is decoded again from its bytes, and refused where one field differs. */
  expected: OwnerCall;
  /** What it has to return in the simulation, where that is known beforehand. */
  returns?: Hex;
};

/**
 * Transactions that an owner or a holder sends from the own wallet, in this order: those of the factory, of tokens, of staking, and
 * buying and giving back the vault's tokens. The agent never sends one. What each may be is owner-call-rule.ts's to say.
 */
export type OwnerPlan = {
  kind: "owner";
  /** The verified signer of the call; the vault's owner where the caller brought no signature. */
  sender: Address;
  steps: readonly OwnerStep[];
  message: string;
  head: Head;
  suggestions?: string[];
  answerData?: Record<string, unknown>;
  /** Sentences for what the simulation cannot show: they stand in the answer. */
  unmeasured?: readonly string[];
};

/** What a transaction tool may answer. */
export type Plan = SwapPlan | CallPlan | OwnerPlan;
