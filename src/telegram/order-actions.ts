import { cancelTwapOrder } from "../tools/cancel-twap-order.ts";
import { pauseTwapOrder } from "../tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../tools/resume-twap-order.ts";
import type { Tool } from "../tools/tool.ts";
import type { OrderAction } from "./telegram-request.ts";

/** What each action of a chat on an order is: the very tool of every other door, and the states in which it means something. */
export const ORDER_ACTIONS: Readonly<Record<OrderAction, { tool: Tool; word: string; states: readonly string[] }>> = {
  pause: { tool: pauseTwapOrder, word: "running", states: ["active", "pending_confirmation"] },
  resume: { tool: resumeTwapOrder, word: "paused", states: ["paused", "auto_paused"] },
  cancel: {
    tool: cancelTwapOrder,
    word: "open",
    states: ["active", "pending_confirmation", "paused", "auto_paused"],
  },
};
