import * as z from "zod";
import { grantId } from "../auth/agent-grant.ts";
import { attemptMarket, attemptStatus } from "../calls/attempt.ts";
import { baseUnits, hexAddress, hexHash, hexSelector } from "../primitives.ts";

/**
 * The actor: the vault's verified operator, or the schedule for an order that its operator
 * authorized.
 */
export const auditActor = z.union([z.literal("scheduler"), hexAddress]);
/** The numbers that decided, as the refusal showed them. */
const auditDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]),
);
export const auditRefusal = z.object({ code: z.string(), details: auditDetails.optional() });
const fees = { maxFeePerGas: baseUnits, maxPriorityFeePerGas: baseUnits };

/**
 * An intent with the hash that was signed for it: the hash commits to target, calldata, gas and
 * fees. Written before anything is sent.
 */
const attemptOpened = z.object({
  kind: z.literal("attempt_opened"),
  actor: auditActor,
  /** By which grant of the actor's its agent called. */
  grantId: grantId.optional(),
  attempt: z.string(),
  orderId: z.int().optional(),
  sliceNumber: z.int().optional(),
  agent: hexAddress,
  nonce: z.int(),
  hash: hexHash,
  /** Absent: no call at all, 0 wei of the agent to itself that fills a hole in its nonces. */
  selector: hexSelector.optional(),
  gas: baseUnits,
  ...fees,
  deadlineSec: z.int().optional(),
  /** Base units: quoted amounts, and the bounds that the calldata enforces. */
  swap: z
    .object({
      venue: z.string(),
      tokenIn: hexAddress,
      tokenOut: hexAddress,
      amountInBase: baseUnits,
      amountOutBase: baseUnits,
      maxInBase: baseUnits,
      minOutBase: baseUnits,
      /** For measuring later: the attempt's own record is kept for a day. */
      market: attemptMarket.optional(),
    })
    .optional(),
});

/**
 * A further signature at an open attempt's nonce: the same call at higher fees, or nothing at all
 * (it frees the nonce).
 */
const signatureAdded = (kind: "replacement_signed" | "freeing_signed") =>
  z.object({
    kind: z.literal(kind),
    grantId: grantId.optional(),
    attempt: z.string(),
    hash: hexHash,
    maxFeePerGas: baseUnits.optional(),
    maxPriorityFeePerGas: baseUnits.optional(),
  });

/** The one terminal entry of an attempt. */
const attemptEnded = z.object({
  kind: z.literal("attempt_ended"),
  grantId: grantId.optional(),
  attempt: z.string(),
  status: attemptStatus.exclude(["prepared", "sent"]),
  blockNumber: baseUnits.optional(),
  /** Sold and bought by the receipt's logs, in base units. */
  soldBase: baseUnits.optional(),
  boughtBase: baseUnits.optional(),
  /** The receipt does not show both amounts: those above are the quote's, by which its order counts. */
  estimated: z.literal(true).optional(),
  /** The transaction that ended it, and what that cost the agent wallet, with its L1 fee. */
  mined: z.object({ hash: hexHash, gasUsed: baseUnits, gasCostWei: baseUnits }).optional(),
  /** Why it was given up, where it was. */
  refusal: auditRefusal.optional(),
  error: z.string().optional(),
});

/** Entries of a vault's audit log about what was signed and what became of it. */
export const auditAttempts = [
  attemptOpened,
  signatureAdded("replacement_signed"),
  signatureAdded("freeing_signed"),
  attemptEnded,
] as const;
