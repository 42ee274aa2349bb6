import { CHAIN_EVENTS, COMMANDS, FUND_EVENTS, SYNC_EVENTS } from "./history.ts";
import { LIMIT_COMMANDS, ORDER_COMMANDS } from "./options-plan.ts";
import { FAULT_KINDS } from "./world/fault.ts";
import { LIES } from "./world/lie-of-node.ts";

/**
 * Everything that some history must reach: what none reaches is not tested. How many it takes:
 * demanded-coverage.ts.
 */
export const EXPECTED_COVERAGE: readonly string[] = [
  ...Object.entries(FAULT_KINDS).flatMap(([port, kinds]) =>
    kinds.map((kind) => `fault: ${port} ${kind}`),
  ),
  ...CHAIN_EVENTS.map((event) => `chain: ${event}`),
  "chain: reorg deeper than the confirmations",
  ...COMMANDS.filter((command) => command !== "call" && command !== "create").map(
    (command) => `command: ${command}`,
  ),
  // NAV syncs.
  ...SYNC_EVENTS.map((event) => `chain: ${event}`),
  ...["active", "auto_paused", "cancelled"].map((status) => `NAV sync at rest: ${status}`),
  ...[
    "confirmed",
    "replaced",
    "reverted",
    "a run was refused",
    "nothing to send",
    "its day was used up",
  ].map((one) => `NAV sync: ${one}`),
  "NAV sync: sent more than once",
  ...["command: create sync", "command: cancel sync", "command refused: cancel sync as an order"],
  "create-order: its operator has one already",
  ...["a transfer", "a failure", "its stop"].map((what) => `told: ${what} of a NAV sync`),
  // What operators set: orders' options, limits, trigger orders.
  ...ORDER_COMMANDS.map((command) => `command: ${command}`),
  ...["active", "completed", "expired"].map((status) => `order: ${status}`),
  ...["caught up", "a random size", "expired with a rest"].map((one) => `order: ${one}`),
  ...[
    "skipped while paused",
    "edited while paused",
    "traded after a pause with a change in it",
  ].map((one) => `order: ${one}`),
  "order: resumed before its start",
  ...["limit_price", "gas_price", "limit_used", "limits_changed"].map(
    (reason) => `waits: ${reason}`,
  ),
  ...["its gas price", "its vault's day"].map((what) => `waits at rest for ${what}`),
  ...LIMIT_COMMANDS.map((command) => `command: ${command}`),
  ...["counted", "given back", "a sum was counted"].map((one) => `limits: ${one}`),
  ...["prepare-attempt: limit_exceeded", "prepare-attempt: limits_changed"],
  "save-vault-limits: fresh_signature_needed",
  ...[
    "command: create trigger",
    "command: cancel trigger",
    "command refused: cancel trigger as an order",
  ],
  ...["active", "completed", "expired", "cancelled"].map((status) => `trigger at rest: ${status}`),
  ...["limit", "stop", "take-profit"].flatMap((type) => [
    `trigger: ${type} executed`,
    `trigger: ${type} ordered`,
  ]),
  ...["in one run", "beside a slice"].map((one) => `trigger: of two operators ${one}`),
  ...[
    "an order's end",
    "a skipped slice",
    "a trigger's trade",
    "a trigger's order",
    "what kept a trigger",
  ].map((what) => `told: ${what}`),
  "told: a trigger's end",
  // What orders run short of.
  ...FUND_EVENTS.map((event) => `chain: ${event}`),
  ...["token", "gas"].flatMap((cause) => [
    `short of ${cause}`,
    `short of ${cause}: mended`,
    `short of ${cause}: told again`,
  ]),
  ...["token", "gas"].map((cause) => `told: a shortage of ${cause}`),
  "store lost its last second",
  "prepare-attempt: lane_forgot",
  "at rest: frozen after a deep reorg",
  "audit: attempt_opened",
  "audit: replacement_signed",
  "audit: freeing_signed",
  "audit: attempt_ended",
  "audit: slice_refused",
  "scheduler: delivers again",
  "scheduler: delivers out of order",
  "scheduler: overlaps",
  "scheduler: drops",
  "scheduler: delays",
  "scheduler: comes early",
  "loss: counted",
  "nav: a baseline was due",
  "pace: a slice was due",
  ...LIES.map((lie) => `a node lied: ${lie}`),
  ...[
    "an executed slice",
    "a failed slice",
    "a failure in a row",
    "a pause",
    "a slice to sign",
    "completion",
  ].map((what) => `told: ${what}`),
  ...["a shard ran a slice", "a shard came late", "a shard came twice", "a shard never came"],
  ...["sent", "rejected", "expired", "decided already", "sent once for two approvals"].map(
    (one) => `operation: ${one}`,
  ),
  "operation: its approval died before its attempt",
  "loss: taken back",
  "loss: corrected by the receipt",
  // Orders, and attempts.
  ...["active", "pending_confirmation", "paused", "auto_paused", "completed", "cancelled"].map(
    (one) => `status: ${one}`,
  ),
  ...["prepared", "sent", "confirmed", "reverted", "replaced", "never_sent"].map(
    (one) => `status: ${one}`,
  ),
  ...["completed", "cancelled", "paused", "auto_paused"].map((one) => `at rest: ${one}`),
  "message: told again",
  "sent: nonce freed",
  "sent: a call of 0x",
  "sent: replacement with higher fees",
  "sent: hole filled",
  "sent: known bytes again",
  "sent: the same call, signed anew",
  "sent: was on its way when the cancel was acknowledged",
  ...[
    "lease_lost",
    "order_not_active",
    "vault_frozen",
    "delegation_disabled",
    "not_delegated",
    "nonce_conflict",
  ].map((code) => `prepare-attempt: ${code}`),
];
