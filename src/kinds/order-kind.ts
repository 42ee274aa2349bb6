import type { AnyOrder } from "../../schemas/any-order.ts";
import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OrderEvent } from "../../schemas/order-event.ts";
import type { OrderKindId } from "../../schemas/order-kinds.ts";
import type { OrderShortage } from "../../schemas/order-shortage.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { ChainDeps, Deps, Draw } from "../deps.ts";
import type { ClaimedOrder } from "./call-context.ts";
import type { AuditRefusal, AuditText, OrderResult } from "./order-result.ts";
import type { EndedRun, OrderDecision, SliceOutcome } from "./order-run.ts";

/** What a claim has to know before anything is read. What it does is loaded with its first use. */
export type OrderKind<O extends AnyOrder = AnyOrder> = {
  kind: OrderKindId;
  most: OrderMost;
  /** Whether a new one's card comes with it, in every channel of its operator. */
  hasCard: boolean;
  /** Subrequests of a run: `needs` without second tries, `reserves` while it runs. */
  costs: { needs: number; reserves: number };
  /** The polled form of an event of one of them; null: it is its owner's alone. */
  eventOf(event: OrderEvent, seenBy: "owner" | "all"): StrategyEvent | null;
  rules(): Promise<OrderRules<O>>;
};

/** What a kind of order does. Everything but `decide` and `look.read` is pure. */
export type OrderRules<O extends AnyOrder = AnyOrder> = {
  /** Place in the due index, Unix ms; null when it must not be there. */
  dueAt(order: O, draw: Draw): number | null;
  /** Of all claimed orders of a kind together, before any of them runs. */
  look?: OrderLook<O>;
  /** What it has to do now. `tickMs` anchors its schedule. @throws store_unavailable */
  decide(deps: Deps, claimed: ClaimedOrder & { order: O }, tickMs: number): Promise<OrderDecision>;
  /** Where not what it means for a slice: the same refusal makes a slice wait and a stop-loss speak. */
  means?(outcome: SliceOutcome, run: EndedRun): SliceOutcome;
  /** The order after a run, with all that is written with it. */
  after(order: O, outcome: OrderOutcome<O>, facts: OutcomeFacts): OrderResult;
  /** What it remembers, and the notification to send now. Null: nothing new. */
  noteWaiting(order: O, wait: Wait): { waiting: OrderWaiting; alarm: Notification | null } | null;
  /** While an attempt is out: what has ended is not sent again, and nothing is paid beyond `maxGasPrice` (gwei). */
  whileOut?(order: O, nowMs: number, draw: Draw): { hasEnded: boolean; maxGasPrice: string | undefined };
  /** By what a run saw of its means; null: not judged. Absent: nobody is warned. */
  shortagesOf?(order: O, seen: SeenMeans): OrderShortage[] | null;
  /** The entry of a new one, whose number only the store knows. */
  auditCreated(order: Omit<O, "id">): AuditText;
};

/** Or of a look that ended without a run and has decided all that is written. */
export type OrderOutcome<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> =
  | SliceOutcome
  | { kind: "looked"; result: OrderResult<O, E> };

export type OutcomeFacts = {
  /** Of the run: its tick, which its schedule and its event go by. */
  tickMs: number;
  /** When its outcome is known. */
  knownMs: number;
  draw: Draw;
  /** With its final status, when one was opened. */
  attempt: Attempt | undefined;
  /** What was built where nothing was to be sent. */
  swap: AttemptSwap | null | undefined;
  /** Why it was refused, for the audit log. */
  refusal: AuditRefusal | undefined;
};

export type Wait = {
  reason: WaitReason;
  nowMs: number;
  /** Whether there is a channel to tell on. */
  paired: boolean;
  /** The numbers that decided. */
  figures?: OrderWaiting["figures"];
};

export type SeenMeans = {
  /** The vault's balance of the sold token, and a run's quote, in base units. */
  swap?: { balanceInBase: bigint; amountInBase: bigint; amountOutBase: bigint } | undefined;
  /** What the agent wallet has, and what one run may cost it at the fees of now. */
  gas?: { agent: `0x${string}`; balanceWei: bigint; perSliceWei: bigint } | undefined;
};

/** One batch of reads a chain, one write for all that it changes nothing for but what was seen. */
export type OrderLook<O extends AnyOrder = AnyOrder, Seen = unknown> = {
  /** In their order. undefined: nothing is known of it, and its lease brings it back. */
  read(chain: ChainDeps, orders: readonly O[]): Promise<readonly (Seen | undefined)[]>;
  /** `askedMs`: when the read was sent. What was seen is as old as that, however long its answer was under way. */
  decide(order: O, seen: Seen, nowMs: number, askedMs: number): Looked<O>;
  /** The venue whose share its run takes; undefined: it asks none. */
  venueOf(order: O): VenueId | undefined;
  /** How far beyond a slice's share its run may go, as a factor. */
  beyondShare: number;
};

/** `met`: it runs now. `noted`: what was seen is written down with all the others of its claim. `told`: written down by itself. */
export type Looked<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> =
  | { kind: "met"; order: O }
  | { kind: "noted"; order: O }
  | { kind: "told"; result: OrderResult<O, E> };

/** How many may be active. */
export type OrderMost = {
  /** A vault's are counted on each chain, or over all of them for each operator. */
  ofVault: { most: number; on: "each chain" | "all chains, of its operator" };
  /** Over all vaults, with the other kinds that are counted together with it. */
  ofOperator: { most: number; with: readonly OrderKindId[] };
};
