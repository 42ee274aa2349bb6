import type { NamedGrant } from "../../schemas/agent-grant.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VaultEvent } from "../../schemas/vault-event.ts";
import type { VenueOrderEvent } from "../../schemas/venue-order-event.ts";
import { factsText } from "../lib/sanitize.ts";

/** Who reads a vault's events: its owner, an agent by the grant of this id, or anybody. */
export type SeenBy = "owner" | "all" | { grantId: string };

/**
 * What its operator decides is the owner's alone (null for all others), who see of a call what the
 * chain shows. An agent sees of operations those of its own grant, and a freeze, for it stops it
 * too; no other grant is named to it.
 */
export function vaultEventOf(event: VaultEvent, seenBy: SeenBy): StrategyEvent | null {
  if (seenBy === "owner") return ownersEventOf(event);
  if (seenBy === "all") return outcomeOf(event);
  if ((event.type === "call" ? event.grantId : grantOf(event)?.id) === seenBy.grantId)
    return ownersEventOf(event);
  return event.type === "freeze" ? ownersEventOf({ ...event, grant: undefined }) : outcomeOf(event);
}

const grantOf = (event: VaultEvent) => ("grant" in event ? event.grant : undefined);

function outcomeOf(event: VaultEvent): StrategyEvent | null {
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
