import type * as z from "zod";
import { lowerHex } from "../../lib/normalize-address.ts";
import type { FinalAttempt } from "../attempts/final-attempt.ts";
import type { openedVenueOrder } from "./stored-venue-order.ts";

/** Undefined for an attempt that orders nothing of a venue, or was not confirmed. */
export function encodeOpenedOrder({ status, follow, ...attempt }: FinalAttempt["record"]) {
  if (status !== "confirmed" || follow === undefined) return undefined;
  const opened: z.infer<typeof openedVenueOrder> = {
    id: attempt.id,
    vault: lowerHex(attempt.vault),
    chainId: attempt.chainId,
    operator: lowerHex(attempt.operator),
    ...follow,
    createdAt: attempt.createdAt,
  };
  return { json: JSON.stringify(opened), hash: attempt.minedHash ?? attempt.hashes.at(-1) };
}
