import { expect, test } from "vitest";
import { refusalOfPrepare } from "../../../src/pipeline/refusal-of-prepare.ts";

const WAY_OUT =
  "Its owner lifts the freeze with POST /api/vault/unfreeze, by a fresh signature: " +
  "/docs#unfreezeVault";

const CASES = [
  ["lease_lost", "conflict", "Another worker took this slice over. Nothing was sent."],
  [
    "order_not_active",
    "twap_order_not_active",
    "The order was cancelled or paused. Nothing was sent.",
  ],
  ["vault_frozen", "vault_frozen", `This vault is frozen: nothing is broadcast for it. ${WAY_OUT}`],
  [
    "delegation_disabled",
    "delegation_disabled",
    "The delegation of this vault was switched off. Set it up and confirm it again.",
  ],
  [
    "not_delegated",
    "not_delegated",
    "The delegation that was confirmed for this vault does not have this method. Run " +
      "setup_delegation and confirm it.",
  ],
  [
    "agent_mismatch",
    "agent_mismatch",
    "The agent wallet is not the one of the stored delegation. Confirm the delegation again.",
  ],
  [
    "attempt_open",
    "conflict",
    "An earlier transaction of this order is still out. Its outcome comes first.",
  ],
  ["attempt_exists", "conflict", "This very attempt exists already. Nothing was sent twice."],
  [
    "lane_full",
    "conflict",
    "The agent wallet has too many transactions that are not mined yet. Nothing was sent.",
  ],
  [
    "lane_forgot",
    "vault_frozen",
    "The chain has transactions of the agent wallet that this service does not remember. " +
      "Nothing was sent, and the vault is frozen: compare its orders with the wallet's " +
      `transactions first. ${WAY_OUT}`,
  ],
  [
    "lane_unclear",
    "conflict",
    "An earlier nonce of the agent wallet is used, and it is not known yet by which " +
      "transaction. Nothing was sent. Please try again.",
  ],
  [
    "nonce_conflict",
    "conflict",
    "The agent wallet is busy with other transactions. Please try again.",
  ],
] as const;

test.each(CASES)("refusalOfPrepare: %s is %s to the caller", (code, shown, message) => {
  expect(refusalOfPrepare({ ok: false, code })).toMatchObject({ ok: false, code: shown, message });
});

test("behavior: waits for the wallet or its attempt name a reason; others' or refused none", () => {
  const reasons = CASES.map(([code]) => [code, refusalOfPrepare({ ok: false, code }).details]);
  expect(reasons.filter(([, details]) => details !== undefined)).toEqual([
    ["vault_frozen", { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" }],
    ["attempt_exists", { reason: "attempt_exists" }],
    ["lane_full", { reason: "lane_full" }],
    ["lane_forgot", { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" }],
    ["lane_unclear", { reason: "lane_unclear" }],
    ["nonce_conflict", { reason: "nonce_conflict" }],
  ]);
});
