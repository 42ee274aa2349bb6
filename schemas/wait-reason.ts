import * as z from "zod";

/**
 * Why a slice could not be written down although its order runs: not a failure, and tried again at the next tick. Of the agent
 * wallet's nonce lane, all but `attempt_exists`, a record of this very attempt, and `oracle_window_filling`, a price that cannot
 * be read yet.
 */
export const waitReason = z.enum([
  "attempt_exists",
  "lane_full",
  "lane_unclear",
  "nonce_conflict",
  "oracle_window_filling",
]);
export type WaitReason = z.infer<typeof waitReason>;
