import type { TwapOrder } from "../../schemas/twap-order.ts";

type Change = "pause" | "resume" | "cancel" | "skip";

/** In which states a change of an order means something, and how such an order is called. */
export const STATES_TO_CHANGE: Readonly<Record<Change, { word: string; states: readonly TwapOrder["status"][] }>> = {
  pause: { word: "running", states: ["active", "pending_confirmation"] },
  skip: { word: "running", states: ["active", "pending_confirmation"] },
  resume: { word: "paused", states: ["paused", "auto_paused"] },
  cancel: { word: "open", states: ["active", "pending_confirmation", "paused", "auto_paused"] },
};
