import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VaultEvent } from "../../schemas/vault-event.ts";
import type { VenueOrderEvent } from "../../schemas/venue-order-event.ts";
import { factsText } from "../lib/sanitize.ts";

/** Null: an operator's decision, the owner's alone. Others see of a call what the chain shows. */
export function vaultEventOf(event: VaultEvent, seenBy: "owner" | "all"): StrategyEvent | null {
  return seenBy === "owner" ? ownersEventOf(event) : outcomeOf(event);
}

function outcomeOf(event: VaultEvent): StrategyEvent | null {
  if (event.type !== "call") return null;
  const { type, timestamp, status } = event;
  return { type, timestamp, success: status === "confirmed", summary: callEventText(event) };
}

function ownersEventOf(event: VaultEvent): StrategyEvent {
  const { type, timestamp } = event;
  switch (type) {
    case "operation": {
      const { operationId, how, tool, description } = event;
      const success = how === "opened" || how === "approved";
      const summary = lineOf(`${OPERATION[how]}: ${description}`);
      return { type, timestamp, success, summary, operationId, how, tool };
    }
    case "freeze":
      return { type, timestamp, success: true, summary: freezeText(event), frozen: event.frozen };
    case "pairing": {
      const { channel, paired } = event;
      const summary = `${paired ? "A chat speaks for the operator now" : "The chat speaks for the operator no more"}: ${channel}`;
      return { type, timestamp, success: true, summary, channel, paired };
    }
    case "call": {
      const { status, hash, error } = event;
      const why = error === undefined ? "" : `: ${error}`;
      const summary = lineOf(`${callEventText(event)}${status === "confirmed" ? "" : why}`);
      return { type, timestamp, success: status === "confirmed", summary, status, hash };
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
  forgotten: "because its agent wallet sent what this service does not remember",
  reorg: "because the chain took back a transaction that was counted",
} as const;

const freezeText = ({ frozen, by }: Extract<VaultEvent, { type: "freeze" }>): string =>
  frozen
    ? `Vault frozen ${FROZEN[by]}. POST /api/vault/unfreeze lifts the freeze: /docs#unfreezeVault`
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
export function venueEventOf({ orderId, ordered, amounts, reason, ...event }: VenueOrderEvent): StrategyEvent {
  const { type, timestamp, success, family, status } = event;
  const figures = factsText(amounts);
  const text = `${ordered}: ${status.replace("_", " ")}${figures === "" ? "" : ` (${figures})`}${success ? "" : `. ${reason}`}`;
  return {
    ...{ type, timestamp, success, venueOrderId: orderId, family, status },
    summary: lineOf(text),
  };
}
