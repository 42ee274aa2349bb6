import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { CallPlaces } from "../kinds/call-places.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import type { Beside } from "../kinds/check.ts";
import type { HeldLoss } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { NavMove, VaultCall } from "../kinds/vault-call.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { VenuePrices } from "../shields/venue-value.ts";
import type { MeasuredCall } from "./measure-call.ts";
import type { JudgedLimits } from "./spend-of-call.ts";

/** A call past both shields at one block. */
export type PreparedCall = {
  data: Hex;
  call: VaultCall;
  words(places: CallPlaces): { title?: string; lines: string[] } | undefined;
  sender: Address;
  description: string;
  ownerOnly: boolean;
  /** kinds/protocol.ts, lowersRisk; measured as one again right before sending. */
  isExit?: true;
  deadlineSec: number | undefined;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  figures: ShieldFigures;
  facts: CallFacts;
  measured: MeasuredCall;
  prices: VenuePrices;
  gasUnits: bigint;
  senderBalanceWei: bigint;
  senderNonce: number;
  /** Beside the gas; null: unreadable. */
  l1FeeWei: bigint | null;
  /** undefined: no assets move. */
  loss: HeldLoss | undefined;
  move: NavMove | undefined;
  /** As judged, with the 24-hour spend; undefined: held against none. */
  limits: JudgedLimits | undefined;
  /** Counted against the grant's 24-hour limit, in its token's base units. */
  granted?: string;
  /** An order at a venue that acts later; undefined: the transaction is the end. */
  follow: FollowedCall | undefined;
  movesAssets: boolean;
  recheck?: (attemptId: string) => Promise<Verdict<unknown>>;
  /** Earlier perpetual orders that its check knew; absent: none matter. */
  perp: Beside["perp"];
  /** NAV per unit before the call, for the 24-hour baseline. */
  navBefore: bigint | null;
};

type BroadcastTransaction = {
  chainId: number;
  from: Address;
  to: Address;
  data: Hex;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** An eth_call of exactly this transaction; `unavailable`: no node answered. */
type Simulation =
  | { ok: true }
  | { ok: false; kind: "reverted"; data: Hex }
  | { ok: false; kind: "unavailable" };

/**
 * Facts of the seven checks, read just before broadcast. null is unreadable, never "none", but for
 * the record.
 */
export type BroadcastFacts = {
  vault: Address;
  transaction: BroadcastTransaction;
  delegation: DelegationRecord | null;
  agent: Address;
  onChainSelectors: readonly Hex[] | null;
  simulation: Simulation;
  agentBalanceWei: bigint | null;
  /** Possible cost of the wallet's unmined transactions. */
  reservedWei: bigint;
  /** L1 fee beside the gas; 0 on chains without one. */
  l1FeeWei: bigint | null;
};
