import type { Attempt, AttemptSwap } from "../../../schemas/calls/attempt.ts";
import type { AuditContent } from "../../../schemas/vaults/audit-content.ts";
import type { AuditRefusal, AuditText } from "../../kinds/order-run.ts";
import { lowerHex, selectorOf } from "../../lib/normalize-address.ts";
import { canonicalJson, sha256Of } from "../../lib/sha256-of.ts";
import type { Details } from "../../lib/verdict.ts";
import type { FinalAttempt } from "../attempts/stored-attempt.ts";

/** Scripts link the digest and never look inside. */
export function auditText(facts: AuditContent): AuditText {
  const content = canonicalJson(facts);
  return { content, digest: sha256Of(content) };
}

const MAX_FIELDS = 16;
const MAX_TEXT = 100;
const MAX_ITEMS = 8;

/** Cuts texts and lists, which may come from outside. */
export const auditRefusal = ({ code, details = {} }: AuditRefusal) => {
  const kept = Object.entries(details).slice(0, MAX_FIELDS);
  return {
    code,
    ...(kept.length > 0 && {
      details: Object.fromEntries(kept.map(([name, value]) => [name, shortened(value)])),
    }),
  };
};

const shortened = (value: Details[string]): Details[string] => {
  if (typeof value === "string") return value.slice(0, MAX_TEXT);
  if (typeof value !== "object" || value === null) return value;
  return value.slice(0, MAX_ITEMS).map((item) => item.slice(0, MAX_TEXT));
};

/** A refusal's code and figures replace its sentence. */
export const auditEnded = ({ record, refusal }: FinalAttempt): AuditText =>
  auditText({
    kind: "attempt_ended",
    grantId: record.grant,
    attempt: record.id,
    status: record.status,
    blockNumber: record.blockNumber,
    soldBase: record.amounts?.soldBase,
    boughtBase: record.amounts?.boughtBase,
    estimated: record.amounts?.estimated || undefined,
    mined: record.mined,
    ...(refusal === undefined
      ? { error: record.error?.slice(0, 200) }
      : { refusal: auditRefusal(refusal) }),
  });

/** The hash commits to target and calldata, which are left out. */
export const auditOpened = (attempt: Attempt): AuditText =>
  auditText({
    kind: "attempt_opened",
    // Slices and filled nonce holes are the schedule's.
    actor:
      attempt.orderId === undefined && attempt.data !== "0x"
        ? lowerHex(attempt.operator)
        : "scheduler",
    grantId: attempt.grant,
    attempt: attempt.id,
    orderId: attempt.orderId,
    sliceNumber: attempt.sliceNumber,
    agent: lowerHex(attempt.agent),
    nonce: attempt.nonce,
    hash: attempt.hashes[0] ?? "0x",
    selector: attempt.data === "0x" ? undefined : selectorOf(attempt.data),
    gas: attempt.gas,
    maxFeePerGas: attempt.maxFeePerGas,
    maxPriorityFeePerGas: attempt.maxPriorityFeePerGas,
    deadlineSec: attempt.deadlineSec,
    swap: attempt.swap === null ? undefined : boundsOf(attempt.swap),
  });

const boundsOf = ({ venue, tokenIn, tokenOut, ...amounts }: AttemptSwap) => ({
  venue,
  tokenIn: lowerHex(tokenIn),
  tokenOut: lowerHex(tokenOut),
  amountInBase: amounts.amountInBase,
  amountOutBase: amounts.amountOutBase,
  maxInBase: amounts.maxInBase,
  minOutBase: amounts.minOutBase,
  market: amounts.market,
});
