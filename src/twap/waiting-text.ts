import type { WaitReason } from "../../schemas/wait-reason.ts";

const TEXT: Record<WaitReason, string> = {
  attempt_exists: "a record of this very attempt exists already",
  lane_full: "the agent wallet has too many transactions that are not mined yet",
  lane_unclear: "an earlier nonce of the agent wallet is used, and it is not known yet by which transaction",
  loss_budget_held: "the rest of the loss budget is held for transactions of this vault that are not decided yet",
  nonce_conflict: "the agent wallet is busy with other transactions",
  oracle_window_filling: "the oracle has not observed one of its tokens for long enough",
  venue_share: "its venue answers only so many requests, and others are served first",
};

/** What an order waits for, as the rest of a sentence. */
export const waitingText = (reason: WaitReason): string => TEXT[reason];
