import * as z from "zod";
import { type Attempt, attempt, attemptStatus } from "../../../schemas/attempt.ts";
import { baseUnits, hexHash, unixMs } from "../../../schemas/primitives.ts";
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
