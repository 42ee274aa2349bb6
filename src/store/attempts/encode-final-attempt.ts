import { auditEnded } from "../audit/audit-text.ts";
import { encodeOpenedOrder } from "../venueorders/encode-opened-order.ts";
import { attemptText } from "./attempt-text.ts";
import type { FinalAttempt } from "./final-attempt.ts";

/** As `close_attempt` (lua-attempts.ts) takes it. */
export const encodeFinalAttempt = ({ record, confirmedNonce, lossPpb, spent, refusal }: FinalAttempt) => ({
  id: record.id,
  status: record.status,
  json: attemptText(record),
  hashes: record.hashes,
  freeingHashes: record.freeingHashes,
  confirmedNonce,
  lossPpb,
  spent,
  audit: auditEnded({ record, refusal }),
  isForgotten: record.isForgotten,
  navShift: record.navShift?.perUnit,
  venueOrder: encodeOpenedOrder(record),
  isWatched: record.blockNumber !== undefined && record.blockHash !== undefined,
});
