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

/** It passed both shields at one block. */
export type PreparedCall = {
  data: Hex;
  /** What `data` means, read from its bytes: a card is made of that. */
  call: VaultCall;
  /** What a card says of it; undefined: its plan's words stand alone. */
  words(places: CallPlaces): { title?: string; lines: string[] } | undefined;
  sender: Address;
  description: string;
  ownerOnly: boolean;
  /** (kinds/call-rule.ts, lowersRisk): measured as one again right before it is sent. */
  isExit?: true;
  deadlineSec: number | undefined;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  figures: ShieldFigures;
  facts: CallFacts;
  /** What its NAV was held against at the build: the same again right before it is sent. */
  measured: MeasuredCall;
  prices: VenuePrices;
  gasUnits: bigint;
  senderBalanceWei: bigint;
  senderNonce: number;
  /** Beside the gas; null where that could not be read. */
  l1FeeWei: bigint | null;
  /** Once it is written down; undefined: it moves no assets. */
  loss: HeldLoss | undefined;
  /** What it moves to another chain on purpose; measured again right before it is sent. */
  move: NavMove | undefined;
  /** As it was judged, with what counts against those of 24 hours; undefined: held against none. */
  limits: JudgedLimits | undefined;
  /** What it orders of a venue that acts later; undefined: its end is the transaction's. */
  follow: FollowedCall | undefined;
  /** The NAV Shield measures it, at the build and right before it is sent. */
  movesAssets: boolean;
  /** Of a call that its own check bounds: the same check again, right before it is sent. */
  recheck?: (attemptId: string) => Promise<Verdict<unknown>>;
  /** With which earlier orders of perpetuals its check judged it; absent: those are no matter of it. */
  perp: Beside["perp"];
  /** NAV per unit before the call: raises the 24-hour baseline when recorded. */
  navBefore: bigint | null;
};

/** The transaction that would be signed. Amounts in wei. */
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

/** What an eth_call of exactly this transaction from the agent gave. `unavailable`: no node answered it. */
type Simulation = { ok: true } | { ok: false; kind: "reverted"; data: Hex } | { ok: false; kind: "unavailable" };

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
