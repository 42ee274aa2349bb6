import { attemptStatus } from "./attempt.ts";

/** How a call ended that is no order's, as events tell it. What was never sent is no event. */
export const callStatus = attemptStatus.extract(["confirmed", "reverted", "replaced"]);
