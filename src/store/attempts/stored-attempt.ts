import * as z from "zod";
import { type Attempt, attempt, attemptStatus } from "../../../schemas/calls/attempt.ts";
import { baseUnits, hexHash, unixMs } from "../../../schemas/primitives.ts";
import type { AuditRefusal } from "../../kinds/order-run.ts";
import { storedHashes, storedJson } from "../kernel/stored-json.ts";

/** Reads `attempt_view` (lua-attempts.ts): later changes override the prepared record. */
export const storedAttempt = z
  .object({
    json: storedJson(attempt),
    status: attemptStatus,
    hashes: storedHashes,
    freeingHashes: storedHashes,
    maxFeePerGas: baseUnits.optional(),
    maxPriorityFeePerGas: baseUnits.optional(),
    sentAt: unixMs.optional(),
    suspectedAt: unixMs.optional(),
    blockNumber: baseUnits.optional(),
    blockHash: hexHash.optional(),
    heldLossPpb: z.int().optional(),
    isTakenBack: z.literal(true).optional(),
  })
  .transform(({ json, ...changed }): Attempt => ({ ...json, ...dropUndefined(changed) }));

const dropUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Lower-case addresses (decision D11). */
export const attemptText = (attempt: Attempt): string =>
  JSON.stringify({
    ...attempt,
    vault: attempt.vault.toLowerCase(),
    agent: attempt.agent.toLowerCase(),
    operator: attempt.operator.toLowerCase(),
    to: attempt.to.toLowerCase(),
  });

/** `confirmedNonce`: a higher nonce of the agent known as used on chain. */
export type FinalAttempt = {
  record: Attempt & { status: Exclude<Attempt["status"], "prepared" | "sent"> };
  confirmedNonce?: number | undefined;
  /** From the receipt. Absent: what was held stays. */
  lossPpb?: number | undefined;
  /** From the receipt, in base units of the base token. Absent: what the limits counted stays. */
  spent?: string | undefined;
  refusal?: AuditRefusal | undefined;
};
