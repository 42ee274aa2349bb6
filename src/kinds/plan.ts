import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/calls/attempt.ts";
import type { SwapMeta } from "../../schemas/calls/unsigned-transaction.ts";
import type { CallFacts, Head, OraclePools, SwapFacts } from "./chain-facts.ts";
import type { PoolKey, RouterFacts, VaultCall } from "./vault-call.ts";
import type { VenueQuote } from "./venue.ts";

/** A planned swap with chain facts; nothing is built yet. */
export type SwapPlan = {
  kind: "swap";
  quote: VenueQuote;
  facts: SwapFacts;
  toleranceBps: number;
  said?: string;
  /** Passes all checks again; no venue is asked for other calldata. */
  approved?: { data: Hex; deadlineSec: number };
  /** Narrowed to an order's limit price: a failing simulation is the price's doing. */
  isNarrowed?: true;
  endsSec?: number;
};

/** A call that the service encodes. Its rights follow from the calldata (kinds/protocol.ts). */
export type CallPlan = {
  kind: "call";
  data: Hex;
  /** Compared with the decoded bytes; any difference refuses. */
  expected: VaultCall;
  routerVersion?: RouterFacts["routerVersion"];
  description: string;
  message: string;
  swap: AttemptSwap | null;
  swapMeta?: SwapMeta;
  facts: CallFacts;
  /** Present where it moves assets: the base token, and oracle pools as far as read. */
  measured?: { baseToken: Address; pools: OraclePools };
  /** Held against the chain, not believed (check-position.ts). */
  pool?: PoolKey;
  /** The planned price, at which both amounts are one value; also held against the chain. */
  poolSqrtX96?: bigint;
  suggestions?: string[];
  answerData?: Record<string, unknown>;
  /** For an effect that comes later and elsewhere: replaces "Executed." and its data. */
  later?: { message: string; data: Record<string, unknown> };
};

export type OwnerStep = {
  to: Address;
  data: Hex;
  valueWei: bigint;
  description: string;
  expected: OwnerCall;
  /** Required return value in the simulation, where known. */
  returns?: Hex;
};

/**
 * Calls of an owner's or holder's own wallet, in this order; the agent never sends one.
 * judge-owner-steps.ts says what each may be.
 */
export type OwnerPlan = {
  kind: "owner";
  /** The verified signer; without a signature, the vault's owner. */
  sender: Address;
  steps: readonly OwnerStep[];
  message: string;
  head: Head;
  suggestions?: string[];
  answerData?: Record<string, unknown>;
  /** Sentences in the answer on what the simulation cannot show. */
  unmeasured?: readonly string[];
};

export type Plan = SwapPlan | CallPlan | OwnerPlan;

/**
 * A decoded call of an owner's or holder's wallet. Addresses are lower case, zero is the native
 * coin. Source: docs/facts/vault-contracts.md 2, 9, 11; docs/facts/oracle.md.
 */
export type OwnerCall =
  /** At the factory: the sender owns the new vault. */
  | { kind: "createPool"; name: string; symbol: string; baseToken: Address }
  | { kind: "approve"; token: Address; spender: Address; amountBase: bigint }
  /** At the vault: buys its tokens with the base token. */
  | { kind: "mint"; recipient: Address; amountInBase: bigint; minOutBase: bigint }
  /** At the vault: gives its tokens back; the sender gets the base token. */
  | { kind: "burn"; amountInBase: bigint; minOutBase: bigint }
  | { kind: "endEpoch" }
  | { kind: "finalizePool"; poolId: Hex }
  /** At Uniswap's PoolManager: a pool's first price. */
  | { kind: "initializePool"; pool: PoolKey; sqrtPriceX96: bigint }
  /** At the oracle hook: more slots for a token's pool. */
  | { kind: "widenOracle"; pool: PoolKey; slots: number }
  | { kind: "unknown"; reason: string };
