import type { Attempt } from "../../schemas/attempt.ts";
import type { FinalAttempt } from "../store/final-attempt.ts";

/**
 * An attempt as the store closes it. A mined one used its nonce up; one that was never sent gives it back.
 * @throws Error for an attempt that is still open: closing it would make an unknown outcome look known
 */
export function finalAttemptOf(attempt: Attempt): FinalAttempt {
  const { status } = attempt;
  if (status === "prepared" || status === "sent") throw new Error(`attempt ${attempt.id} is still ${status}`);
  const record = { ...attempt, status };
  return status === "never_sent" ? { record } : { record, confirmedNonce: attempt.nonce };
}
