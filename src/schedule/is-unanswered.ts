import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";

/** What a venue's or a node's 429, 5xx or time-out becomes. Their other answers say something of the slice itself. */
const UNANSWERED: readonly ErrorCode[] = ["venue_unavailable", "rpc_unavailable"];

/**
 * Whether no venue or node answered, and nothing was written down yet: only then can the same slice be tried once more. With
 * an intent there may be a transaction, and nothing is retried around a broadcast.
 */
export const isUnanswered = (run: ExecutionOutcome): boolean =>
  run.status === "refused" && run.intent === undefined && UNANSWERED.includes(run.refusal.code);
