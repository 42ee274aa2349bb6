import type { Attempt, AttemptSwap } from "../../schemas/calls/attempt.ts";
import type { Notification } from "../../schemas/notices/notification.ts";
import type { AnyOrder } from "../../schemas/orders/any-order.ts";
import type { OrderEvent } from "../../schemas/orders/order-event.ts";
import type { OrderKindId } from "../../schemas/orders/order-kinds.ts";
import type { OrderShortage } from "../../schemas/orders/order-shortage.ts";
import type { OrderWaiting } from "../../schemas/orders/order-waiting.ts";
import type { StrategyEvent } from "../../schemas/orders/strategy-event.ts";
import type { WaitReason } from "../../schemas/orders/wait-reason.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { ChainDeps, Deps, Draw } from "../deps.ts";
import type { ClaimedOrder } from "./call-context.ts";
import type { SeenFunds, SeenMarket } from "./execution-context.ts";
import type {
  AuditRefusal,
  AuditText,
  EndedRun,
  OrderDecision,
  OrderResult,
  SliceOutcome,
} from "./order-run.ts";

/** Facts that a claim needs before any read; the rules load at first use. */
export type OrderKind<O extends AnyOrder = AnyOrder> = {
  kind: OrderKindId;
  most: OrderMost;
  /** A new order brings a card in every channel of its operator. */
  hasCard: boolean;
  /** Subrequests of a run: `needs` without second tries, `reserves` while it runs. */
  costs: { needs: number; reserves: number };
  /** The polled form of an order's event; null: for its owner alone. */
  eventOf(event: OrderEvent, seenBy: "owner" | "all"): StrategyEvent | null;
  rules(): Promise<OrderRules<O>>;
};

/** Rules of a kind of order; all but `decide` and `look.read` are pure. */
export type OrderRules<O extends AnyOrder = AnyOrder> = {
  /** Score in the due index, Unix ms; null keeps it out. */
  dueAt(order: O, draw: Draw): number | null;
  /** Over all claimed orders of a kind together, before any runs. */
  look?: OrderLook<O>;
  /** The next step. `tickMs` anchors the schedule. @throws store_unavailable */
  decide(deps: Deps, claimed: ClaimedOrder & { order: O }, tickMs: number): Promise<OrderDecision>;
  /** Replaces a slice's meaning: one refusal makes a slice wait and a stop-loss speak. */
  means?(outcome: SliceOutcome, run: EndedRun): SliceOutcome;
  /** The order after a run, with all that is written with it. */
  after(order: O, outcome: OrderOutcome<O>, facts: OutcomeFacts): OrderResult;
  /** The noted wait and the alarm to send now; null: nothing new. */
  noteWaiting(order: O, wait: Wait): { waiting: OrderWaiting; alarm: Notification | null } | null;
  /**
   * While an attempt is out: an ended order is not sent again, nor paid above `maxGasPrice` (gwei).
   */
  whileOut?(
    order: O,
    nowMs: number,
    draw: Draw,
  ): { hasEnded: boolean; maxGasPrice: string | undefined };
  /** null: not judged. Absent: no warnings. */
  shortagesOf?(order: O, seen: SeenMeans): OrderShortage[] | null;
  /** Audit entry of a new order, whose number only the store knows. */
  auditCreated(order: Omit<O, "id">): AuditText;
};

/** A run's outcome, or a look that decided everything without a run. */
export type OrderOutcome<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> =
  | SliceOutcome
  | { kind: "looked"; result: OrderResult<O, E> };

export type OutcomeFacts = {
  tickMs: number;
  knownMs: number;
  draw: Draw;
  attempt: Attempt | undefined;
  swap: AttemptSwap | null | undefined;
  /** Prices that a run without an attempt has read. */
  seen?: SeenMarket | undefined;
  refusal: AuditRefusal | undefined;
};

export type Wait = {
  reason: WaitReason;
  nowMs: number;
  paired: boolean;
  figures?: OrderWaiting["figures"];
  /** Prices that the waiting run has read. */
  seen?: SeenMarket | undefined;
};

export type SeenMeans = {
  /** Balance of the sold token and the run's quote, base units. */
  swap?: SeenFunds["swap"] | undefined;
  /** Agent wallet's balance, and a run's cost at current fees. */
  gas?: { agent: `0x${string}`; balanceWei: bigint; perSliceWei: bigint } | undefined;
};

/** One read batch a chain, and one write for orders that only note what was seen. */
export type OrderLook<O extends AnyOrder = AnyOrder, Seen = unknown> = {
  /** In the orders' order; undefined: unknown, its lease brings it back. */
  read(chain: ChainDeps, orders: readonly O[]): Promise<readonly (Seen | undefined)[]>;
  /** `askedMs`: when the read was sent; what was seen is at least that old. */
  decide(order: O, seen: Seen, nowMs: number, askedMs: number): Looked<O>;
  venueOf(order: O): VenueId | undefined;
  /** Factor by which the run may exceed a slice's share. */
  beyondShare: number;
};

/** `met`: runs now. `noted`: written with all of its claim. `told`: written alone. */
export type Looked<O extends AnyOrder = AnyOrder, E extends OrderEvent = OrderEvent> =
  | { kind: "met"; order: O }
  | { kind: "noted"; order: O }
  | { kind: "told"; result: OrderResult<O, E> };

/** Limits of active orders. */
export type OrderMost = {
  /** Counted on each chain, or over all chains for each operator. */
  ofVault: { most: number; on: "each chain" | "all chains, of its operator" };
  /** Over all vaults, together with the kinds named. */
  ofOperator: { most: number; with: readonly OrderKindId[] };
};

/** Subrequests (schedule-limits.ts) without second tries, and those reserved. */
export const SLICE_COSTS = { needs: 11, reserves: 19 } as const;
