import type { AgentGrant } from "../../schemas/agent-grant.ts";
import { ORDER_NOT_ACTIVE } from "../../schemas/error-codes.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import { waitReason } from "../../schemas/wait-reason.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { PrepareAnswer } from "../store/attempts/prepare-attempt.ts";
import {
  refusalOfAmountLimit,
  refusalOfGrantLimit,
  refusalOfLosses,
  refusalOfSyncs,
} from "./refusal-of-losses.ts";
import { vaultFrozen } from "./vault-frozen.ts";

type Refused = Extract<PrepareAnswer, { ok: false }>;
/**
 * `decided_too_long_ago`: not asked of the store; the run's decision is too old
 * (SwapBounds.writtenByMs).
 */
export type NotPrepared = Omit<Refused, "code"> & {
  code: Refused["code"] | "decided_too_long_ago";
};

/** An order that an agent made goes no further than the agent's grant. */
export const grantOver: Refusal = refuse(
  "grant_not_valid",
  "The grant by which an agent made this order is over, so nothing more of it is sent. Its " +
    "owner may resume it as his own, or create it anew.",
);

const TEXT: Record<NotPrepared["code"], readonly [Refusal["code"], string]> = {
  lease_lost: ["conflict", "Another worker took this slice over. Nothing was sent."],
  order_not_active: [ORDER_NOT_ACTIVE, "The order was cancelled or paused. Nothing was sent."],
  order_not_started: [
    ORDER_NOT_ACTIVE,
    "The order's start (startAt) has not come. Nothing was sent.",
  ],
  operation_closed: [
    "operation_expired",
    "The approval was used already or ran out. Nothing was sent.",
  ],
  grant_ended: [
    "grant_not_valid",
    "The grant by which this was called is over, or not for this. Nothing was sent.",
  ],
  vault_frozen: ["vault_frozen", "This vault is frozen: nothing is broadcast for it."],
  delegation_disabled: [
    "delegation_disabled",
    "The delegation of this vault was switched off. Set it up and confirm it again.",
  ],
  not_delegated: [
    "not_delegated",
    "The delegation that was confirmed for this vault does not have this method. Run " +
      "setup_delegation and confirm it.",
  ],
  agent_mismatch: [
    "agent_mismatch",
    "The agent wallet is not the one of the stored delegation. Confirm the delegation again.",
  ],
  attempt_open: [
    "conflict",
    "An earlier transaction of this order is still out. Its outcome comes first.",
  ],
  attempt_exists: ["conflict", "This very attempt exists already. Nothing was sent twice."],
  lane_full: [
    "conflict",
    "The agent wallet has too many transactions that are not mined yet. Nothing was sent.",
  ],
  lane_forgot: [
    "vault_frozen",
    "The chain has transactions of the agent wallet that this service does not remember. " +
      "Nothing was sent, and the vault is frozen: compare its orders with the wallet's " +
      "transactions first.",
  ],
  lane_unclear: [
    "conflict",
    "An earlier nonce of the agent wallet is used, and it is not known yet by which " +
      "transaction. Nothing was sent. Please try again.",
  ],
  loss_budget_exceeded: ["loss_budget_exceeded", "The loss budget is used up. Nothing was sent."],
  limit_exceeded: ["limit_exceeded", "A limit of this vault is used up. Nothing was sent."],
  sync_limit_exceeded: [
    "limit_exceeded",
    "Syncs have taken as much from this chain as they may. Nothing was sent.",
  ],
  limits_changed: [
    "conflict",
    "The vault's limits were changed while this was built. Nothing was sent; try again, and " +
      "it is held against the new ones.",
  ],
  perp_entry_pending: [
    "perp_entry_pending",
    "Another order of perpetuals was just placed for this vault, and what it does to the " +
      "limits is not known yet. Nothing was sent; try again.",
  ],
  decided_too_long_ago: [
    "limit_price_not_met",
    "The price that the order waits for was seen too long ago to act on it. Nothing was " +
      "sent; the next tick looks again.",
  ],
  nonce_conflict: [
    "conflict",
    "The agent wallet is busy with other transactions. Please try again.",
  ],
};

/** Nothing was sent. Waiting for the wallet (or its attempt) names its reason. */
export function refusalOfPrepare(
  { code, losses, limit, grantLimit, syncs, heldMs }: NotPrepared,
  baseToken?: VaultLimits["baseToken"],
  grantToken?: AgentGrant["maxPerDay"],
): Refusal {
  if (losses !== undefined) return refusalOfLosses(losses);
  if (syncs !== undefined) return refusalOfSyncs(syncs);
  if (limit !== undefined && baseToken !== undefined) return refusalOfAmountLimit(limit, baseToken);
  if (grantLimit !== undefined && grantToken !== undefined)
    return refusalOfGrantLimit(grantLimit, grantToken);
  const [refused, text] = TEXT[code];
  if (refused === "vault_frozen") return vaultFrozen(text);
  if (heldMs !== undefined) return refuse(refused, text, { waitSec: Math.ceil(heldMs / 1_000) });
  const waits = waitReason.safeParse(code);
  return refuse(refused, text, waits.success ? { reason: waits.data } : undefined);
}
