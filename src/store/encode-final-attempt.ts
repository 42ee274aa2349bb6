import { attemptText } from "./attempt-text.ts";
import type { FinalAttempt } from "./final-attempt.ts";

/** As `close_attempt` (lua/lua-attempts.ts) takes it. */
export const encodeFinalAttempt = ({ record, confirmedNonce }: FinalAttempt) => ({
  id: record.id,
  status: record.status,
  json: attemptText(record),
  hashes: record.hashes,
  freeingHashes: record.freeingHashes,
  confirmedNonce,
});
