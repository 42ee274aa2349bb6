import * as z from "zod";

/**
 * Why a slice could not be written down although its order runs: not a failure, and tried again at the next tick. Of the agent
 * wallet's nonce queue, all but `attempt_exists`, a record of this very attempt, `loss_budget_held`, a budget that would do were no
 * other attempt of the wallet open, `oracle_window_filling`, a price that cannot be read yet, and `venue_share`: the venue's calls are shared.
 */
export const waitReason = z.enum([
  "attempt_exists",
  "lane_full",
  "lane_unclear",
  "loss_budget_held",
  "nonce_conflict",
  "oracle_window_filling",
  "venue_share",
]);
export type WaitReason = z.infer<typeof waitReason>;
