/** A round costs two subrequests and one for each chat (two where the channel refuses its text). */
export type OutboxBudget = { subrequests: number; forMs: number };
export type OutboxSummary = {
  /** Notifications that a channel has taken. */
  told: number;
  /** Notifications that were given up: refused for good, or tried too often. */
  dropped: number;
  /** Messages that the channel did not take, or may not have. */
  failed: number;
  /** Operators who are due still: the budget, the channel's pace or its state left them for later. */
  left: number;
};
