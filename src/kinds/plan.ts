import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { CallFacts, Head, OraclePools, SwapFacts } from "./chain-facts.ts";
import type { PoolKey, RouterFacts, VaultCall } from "./vault-call.ts";
import type { VenueQuote } from "./venue.ts";

/** With the facts of the chain read beside it. Nothing is built yet. */
export type SwapPlan = {
  kind: "swap";
  quote: VenueQuote;
  facts: SwapFacts;
  toleranceBps: number;
  /** Where the service chose the venue: which one, and by how much it is better. */
  said?: string;
  /** Passes all checks again, and no venue is called for another. */
  approved?: { data: Hex; deadlineSec: number };
  /** To an order's limit price: a simulation that fails by it is the price's doing. */
  isNarrowed?: true;
  /** Unix seconds: the last that the calldata may be good at, where its order ends. */
  endsSec?: number;
};

/** Encoded by the service itself. What it may do follows from the calldata (kinds/call-rule.ts). */
export type CallPlan = {
  kind: "call";
  data: Hex;
  /** Decoded again from its bytes, and refused where one field differs. */
  expected: VaultCall;
  /** Of the vault's adapter, for a call through the router; left out, 2.0. */
  routerVersion?: RouterFacts["routerVersion"];
  description: string;
  message: string;
  swap: AttemptSwap | null;
  swapMeta?: SwapMeta;
  facts: CallFacts;
  /** Where it moves assets: the base token, and the oracle's pools as far as they were read. */
  measured?: { baseToken: Address; pools: OraclePools };
  /** Not believed, but held against the chain (check-position.ts). */
  pool?: PoolKey;
  /** As it was planned with, by which both amounts are one value. Held against the chain, too. */
  poolSqrtX96?: bigint;
  suggestions?: string[];
  /** Machine-readable facts that go into the answer's data. */
  answerData?: Record<string, unknown>;
  /** Its effect comes later and elsewhere: what is said once it is mined, in place of "Executed.", and its data then. */
  later?: { message: string; data: Record<string, unknown> };
};

/** One transaction of an owner's plan. `valueWei` is the native coin sent along. */
export type OwnerStep = {
  to: Address;
  data: Hex;
  valueWei: bigint;
  description: string;
  /** At `to`: decoded again from its bytes, and refused where one field differs. */
  expected: OwnerCall;
  /** What it has to return in the simulation, where that is known beforehand. */
  returns?: Hex;
};

/**
 * From an owner's or holder's own wallet, in this order: of the factory, of tokens, of staking, and buying and giving back the vault's
 * tokens. The agent never sends one. owner-call-rule.ts says what each may be.
 */
export type OwnerPlan = {
  kind: "owner";
  /** The verified signer; the vault's owner where the caller brought no signature. */
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

/**
 * From an owner's or holder's own wallet, by its bytes and where it goes. Addresses are lower case, the zero address is the native coin.
 * Source of the methods: docs/facts/vault-contracts.md 2, 9, 11; docs/facts/oracle.md.
 */
export type OwnerCall =
  /** At the factory: the sender becomes the owner of a new vault. */
  | { kind: "createPool"; name: string; symbol: string; baseToken: Address }
  /** At a token. */
  | { kind: "approve"; token: Address; spender: Address; amountBase: bigint }
  /** At the vault: its tokens are bought with the base token. */
  | { kind: "mint"; recipient: Address; amountInBase: bigint; minOutBase: bigint }
  /** At the vault: its tokens are given back for the base token, which the sender gets. */
  | { kind: "burn"; amountInBase: bigint; minOutBase: bigint }
  /** At the staking proxy. */
  | { kind: "endEpoch" }
  | { kind: "finalizePool"; poolId: Hex }
  /** At Uniswap's PoolManager: a pool gets its first price. */
  | { kind: "initializePool"; pool: PoolKey; sqrtPriceX96: bigint }
  /** At the oracle hook: a token's pool gets more slots. */
  | { kind: "widenOracle"; pool: PoolKey; slots: number }
  | { kind: "unknown"; reason: string };
