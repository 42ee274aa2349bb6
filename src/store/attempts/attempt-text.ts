import type { Attempt } from "../../../schemas/attempt.ts";

/** Records hold lower-case addresses (decision 9). */
export const attemptText = (attempt: Attempt): string =>
  JSON.stringify({
    ...attempt,
    vault: attempt.vault.toLowerCase(),
    agent: attempt.agent.toLowerCase(),
    operator: attempt.operator.toLowerCase(),
    to: attempt.to.toLowerCase(),
  });
