import { createHash } from "node:crypto";
import type { World } from "../world/create-world.ts";
import type { AskedOperation } from "../world/run-operation.ts";

/** How long an approval holds (decision D15). */
const APPROVAL_HOLDS_MS = 60_000;

/**
 * Of an operation at most one transaction ever reaches a node, with the very calldata that its
 * operator was shown, and only after his word in time. None of one that he was told is rejected,
 * expired, refused or ended without one. Judged by what was shown and by what the nodes were given;
 * nothing is promised over a store that forgot.
 */
export function judgeOperations(world: World): void {
  if (world.hasForgotten()) return;
  const { ledger, operations } = world;
  const ids = new Set(operations.map(({ id }) => id));
  for (const { tx } of ledger.offered.values()) {
    const { attemptId = "" } = ledger.byHash.get(tx.hash) ?? {};
    if (attemptId.startsWith("operation:") && !ids.has(attemptId.slice("operation:".length)))
      ledger.violate(`${attemptId} was sent, and nobody was shown it`);
  }
  for (const operation of operations) judgeOperation(world, operation);
}

function judgeOperation(world: World, { id, dataHash, expiresAtMs, words }: AskedOperation): void {
  const { ledger, chain, reached } = world;
  const say = (text: string) => ledger.violate(`operation ${id.slice(0, 8)}: ${text}`);
  const calls = [...ledger.offered.values()].filter(({ tx }) => tx.to !== tx.from);
  const isOwn = (hash: string) => ledger.byHash.get(hash)?.attemptId === `operation:${id}`;
  const isShown = (data: string) =>
    createHash("sha256").update(data.toLowerCase()).digest("hex") === dataHash;
  const sent = calls.filter(({ tx }) => isOwn(tx.hash) || isShown(tx.data));
  if (sent.some(({ tx }) => !isShown(tx.data))) say("other calldata was sent than was shown");
  if (new Set(sent.map(({ tx }) => `${tx.from} ${tx.nonce}`)).size > 1)
    say("it was sent at several nonces");
  const executed = chain
    .canonical()
    .filter(({ tx, status }) => status === "success" && isShown(tx.data));
  if (executed.length > 1) say(`it was executed ${executed.length} times`);
  if (sent.length > 0) reached.add("operation: sent");

  const inTime = words.filter(
    ({ decision, activity }) => decision === "approve" && activity.startedMs < expiresAtMs,
  );
  if (sent.length > 0 && inTime.length === 0) say("it was sent without a word in time");
  for (const { tx } of sent)
    if ((ledger.byHash.get(tx.hash)?.signedMs ?? 0) > expiresAtMs + APPROVAL_HOLDS_MS)
      say("it was sent long after it ran out");

  for (const { decision, activity, answer } of words) {
    const { firstEffects, dead } = activity;
    if (
      decision === "approve" &&
      dead &&
      firstEffects.has("claim-operation") &&
      !firstEffects.has("prepare-attempt")
    )
      reached.add("operation: its approval died before its attempt");
    if (answer === undefined) continue;
    if (answer.ok) {
      const { execution } = answer.result;
      if (decision === "reject") {
        reached.add("operation: rejected");
        if (sent.length > 0) say("it was rejected, and sent");
      } else if (execution?.status === "confirmed" && !chain.everSucceeded().has(execution.hash))
        say("it was told as executed, and never was");
      continue;
    }
    if (answer.code === "operation_expired") reached.add("operation: expired");
    if (answer.code === "conflict" || answer.code === "operation_decided")
      reached.add("operation: decided already");
    const isNothingSent = answer.code === "operation_expired" || NOTHING_SENT.test(answer.message);
    if (isNothingSent && sent.length > 0)
      say(`it was sent, and its operator was told: ${answer.message}`);
  }
  const isApprovedTwice = words.some(
    ({ decision, answer }) => decision === "approve" && answer?.ok === false,
  );
  if (isApprovedTwice && sent.length > 0) reached.add("operation: sent once for two approvals");
}

/** How the answers say that no transaction exists (src/operations/answer-of-decided.ts). */
const NOTHING_SENT =
  /It was approved, and refused|nothing was or will be sent|nothing is sent for it/;
