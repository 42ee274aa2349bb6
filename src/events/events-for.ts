import type { NamedGrant } from "../../schemas/auth/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { VaultEvent } from "../../schemas/notices/vault-event.ts";
import { ORDER_LIMITS } from "../../schemas/orders/order-limits.ts";
import type { StrategyEvent } from "../../schemas/orders/strategy-event.ts";
import type { VenueOrderEvent } from "../../schemas/orders/venue-order-event.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { Tables } from "../kinds/tables.ts";
import { factsText } from "../lib/sanitize.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";

/** Everybody sees an order's end; only its owner its changes, waits and shortages. */
const ENDS: readonly string[] = ["order_cancelled", "order_auto_paused", "order_expired"];

/**
 * The owner on a chain sees everything there; an agent `by` its grant too, but for what others
 * asked and decided; all others only outcomes with a failure's plain words: prices, waits and
 * holdings would tell whom to trade against.
 */
export const eventsFor = (
  kinds: Tables["orderKinds"],
  events: readonly StoredEvent[],
  ownChain: ChainId | null,
  by: Exclude<SeenBy, "all"> = "owner",
): StrategyEvent[] =>
  events.flatMap((event) => {
    const isOwn = ownChain !== null && (event.chainId === ownChain || isFreeze(event));
    const seen = isOwn ? polledEventOf(kinds, event, by) : outcomeOf(kinds, event);
    return seen === null ? [] : [seen];
  });

/** A freeze holds on every chain. */
const isFreeze = (event: StoredEvent): boolean => "frozen" in event;

function outcomeOf(kinds: Tables["orderKinds"], event: StoredEvent): StrategyEvent | null {
  if ("kind" in event && event.type === "order_change" && !ENDS.includes(event.kind)) return null;
  // Its order may still rest at the venue.
  if ("status" in event && event.status === "unknown") return null;
  return polledEventOf(kinds, event, "all");
}

/** Null: its owner's alone. */
function polledEventOf(
  orderKinds: Tables["orderKinds"],
  event: StoredEvent,
  seenBy: SeenBy,
): StrategyEvent | null {
  if (isOfVault(event)) return vaultEventOf(event, seenBy);
  if ("family" in event) return venueEventOf(event);
  const kind = "progress" in event ? event.of : event.type;
  return kindOf(orderKinds, { kind }).eventOf(event, seenBy === "all" ? "all" : "owner");
}

/** All others are an order's and have its number. */
const isOfVault = (event: StoredEvent): event is VaultEvent => !("orderId" in event);

/**
 * Oldest first, newer than `sinceMs`, at most 24 hours old: the newest 20 of orders (spec,
 * "Strategy events"; decision D63) and of all else (decision D63). `events` in any order.
 */
export function filterEvents<E extends { timestamp: number; type?: StrategyEvent["type"] }>(
  events: readonly E[],
  sinceMs: number,
  nowMs: number,
): E[] {
  const oldestMs = nowMs - ORDER_LIMITS.eventRetentionMs;
  const recent = events
    .filter((event) => event.timestamp > sinceMs && event.timestamp >= oldestMs)
    .toSorted((a, b) => a.timestamp - b.timestamp);
  const kept = [
    ...newest(recent.filter(isOfOrder)),
    ...newest(recent.filter((event) => !isOfOrder(event))),
  ];
  return kept.toSorted((a, b) => a.timestamp - b.timestamp);
}

const newest = <E>(oldestFirst: readonly E[]): readonly E[] =>
  oldestFirst.slice(-ORDER_LIMITS.maxEvents);

const isOfOrder = ({ type }: { type?: StrategyEvent["type"] }): boolean =>
  type !== "operation" && type !== "freeze" && type !== "call" && type !== "pairing";

/** Who reads a vault's events: its owner, an agent by the grant of this id, or anybody. */
type SeenBy = "owner" | "all" | { grantId: string };

/**
 * What its operator decides is the owner's alone (null for all others), who see of a call what the
 * chain shows. An agent sees of operations those of its own grant, and a freeze, for it stops it
 * too; no other grant is named to it.
 */
function vaultEventOf(event: VaultEvent, seenBy: SeenBy): StrategyEvent | null {
  if (seenBy === "owner") return ownersEventOf(event);
  if (seenBy === "all") return eventOutcomeOf(event);
  if ((event.type === "call" ? event.grantId : grantOf(event)?.id) === seenBy.grantId)
    return ownersEventOf(event);
  return event.type === "freeze"
    ? ownersEventOf({ ...event, grant: undefined })
    : eventOutcomeOf(event);
}

const grantOf = (event: VaultEvent) => ("grant" in event ? event.grant : undefined);

function eventOutcomeOf(event: VaultEvent): StrategyEvent | null {
  if (event.type !== "call") return null;
  const { type, timestamp, status } = event;
  return { type, timestamp, success: status === "confirmed", summary: callEventText(event) };
}

function ownersEventOf(event: VaultEvent): StrategyEvent {
  const { type, timestamp } = event;
  switch (type) {
    case "operation": {
      const { operationId, how, tool, description, grant } = event;
      const success = how === "opened" || how === "approved";
      const summary = lineOf(
        `${OPERATION[how]}${grant === undefined ? "" : `, asked by ${agentOf(grant)}`}: ` +
          `${description}`,
      );
      return { type, timestamp, success, summary, operationId, how, tool, grantId: grant?.id };
    }
    case "freeze":
      return {
        type,
        timestamp,
        success: true,
        summary: freezeText(event),
        frozen: event.frozen,
        grantId: event.grant?.id,
      };
    case "pairing": {
      const { channel, paired } = event;
      const summary =
        `${paired ? "A chat speaks for the operator now" : "The chat speaks for the operator no more"}: ` +
        `${channel}`;
      return { type, timestamp, success: true, summary, channel, paired };
    }
    case "call": {
      const { status, hash, error, grantId } = event;
      const why = error === undefined ? "" : `: ${error}`;
      const summary = lineOf(`${callEventText(event)}${status === "confirmed" ? "" : why}`);
      return { type, timestamp, success: status === "confirmed", summary, status, hash, grantId };
    }
  }
}

const OPERATION = {
  opened: "Waits for your approval",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired without an approval",
} as const;

const FROZEN = {
  operator: "by its operator",
  agent: "by an agent of its owner's",
  forgotten: "because its agent wallet sent what this service does not remember",
  reorg: "because the chain took back a transaction that was counted",
} as const;

const agentOf = ({ name, agent }: NamedGrant): string => `your agent "${name}" (${agent})`;

const freezeText = ({ frozen, by, grant }: Extract<VaultEvent, { type: "freeze" }>): string =>
  frozen
    ? `Vault frozen ${grant === undefined ? FROZEN[by] : `by ${agentOf(grant)}`}. POST ` +
      "/api/vault/unfreeze lifts the freeze: /docs#unfreezeVault"
    : "Vault unfrozen by its operator";

const lineOf = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A direct call as the chain shows it, in one line. */
function callEventText({ status, sold, bought }: Extract<VaultEvent, { type: "call" }>): string {
  if (status === "reverted") return "Call of the agent wallet reverted";
  if (status === "replaced") return "Call of the agent wallet was replaced";
  const what = sold === undefined || bought === undefined ? "" : `: sold ${sold}, bought ${bought}`;
  return `Call of the agent wallet executed${what}`;
}

/** Polled form of an order's end at its venue; its summary is one line. */
export function venueEventOf({
  orderId,
  ordered,
  amounts,
  reason,
  ...event
}: VenueOrderEvent): StrategyEvent {
  const { type, timestamp, success, family, status } = event;
  const figures = factsText(amounts);
  const text =
    `${ordered}: ` +
    `${status.replace("_", " ")}${figures === "" ? "" : ` (${figures})`}${success ? "" : `. ${reason}`}`;
  return {
    ...{ type, timestamp, success, venueOrderId: orderId, family, status },
    summary: lineOf(text),
  };
}
