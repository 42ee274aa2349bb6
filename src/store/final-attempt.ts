import type { Attempt } from "../../schemas/attempt.ts";
import { attemptText } from "./attempt-text.ts";

/** An attempt with its outcome. `confirmedNonce`: a higher nonce of the agent that is known to be used up on chain. */
export type FinalAttempt = {
  record: Attempt & { status: Exclude<Attempt["status"], "prepared" | "sent"> };
  confirmedNonce?: number | undefined;
};

/** As `close_attempt` (lua/attempts.ts) takes it. */
export const encodeFinalAttempt = ({ record, confirmedNonce }: FinalAttempt) => ({
  id: record.id,
  status: record.status,
  json: attemptText(record),
  hashes: record.hashes,
  freeingHashes: record.freeingHashes,
  confirmedNonce,
});
