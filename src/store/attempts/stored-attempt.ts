import * as z from "zod";
import { type Attempt, attempt, attemptStatus } from "../../../schemas/attempt.ts";
import { baseUnits, hexHash, unixMs } from "../../../schemas/primitives.ts";
import type { AuditRefusal } from "../../kinds/order-result.ts";
import { storedHashes, storedJson } from "../kernel/stored-json.ts";

/** `attempt_view` of lua-attempts.ts: the record as it was prepared, and beside it what changed since, which wins. */
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

/** Records hold lower-case addresses (decision 9). */
export const attemptText = (attempt: Attempt): string =>
  JSON.stringify({
    ...attempt,
    vault: attempt.vault.toLowerCase(),
    agent: attempt.agent.toLowerCase(),
    operator: attempt.operator.toLowerCase(),
    to: attempt.to.toLowerCase(),
  });

/** `confirmedNonce`: a higher nonce of the agent that is known to be used up on chain. */
export type FinalAttempt = {
  record: Attempt & { status: Exclude<Attempt["status"], "prepared" | "sent"> };
  confirmedNonce?: number | undefined;
  /** By its receipt, in parts per billion: corrects what was held. Absent: that stays. */
  lossPpb?: number | undefined;
  /** By its receipt, in base units of the base token: corrects what the limits counted. Absent: that stays. */
  spent?: string | undefined;
  /** Why it was given up, for the audit log. */
  refusal?: AuditRefusal | undefined;
};
