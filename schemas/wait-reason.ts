import * as z from "zod";

/**
 * Why a slice could not be written down although its order runs: not a failure, and tried again at
 * the next tick. Of the agent wallet's nonce queue, all but `gas_price` and `limit_price`, an
 * order's own bounds, `attempt_exists`, a record of this very attempt, `loss_budget_held`, a budget
 * that would do were no other attempt of the wallet open, `limit_used`, a limit of 24 hours that it
 * fits into later, `limits_changed`, limits that were set while it was built,
 * `oracle_window_filling`, a price that cannot be read yet, and `venue_share`: the venue's calls
 * are shared.
 */
export const waitReason = z.enum([
  "attempt_exists",
  "gas_price",
  "lane_full",
  "lane_unclear",
  "limit_price",
  "limit_used",
  "limits_changed",
  "loss_budget_held",
  "nonce_conflict",
  "oracle_window_filling",
  "venue_share",
]);
export type WaitReason = z.infer<typeof waitReason>;
