import type { Tool } from "../tools/tool.ts";
import { STATES_TO_CHANGE } from "../twap/states-to-change.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../twap/tools/resume-twap-order.ts";
import type { OrderAction } from "./telegram-request.ts";

/** The very tool of every other door, and the states in which it means something. */
export const ORDER_ACTIONS: Readonly<Record<OrderAction, { tool: Tool; word: string; states: readonly string[] }>> = {
  pause: { tool: pauseTwapOrder, ...STATES_TO_CHANGE.pause },
  resume: { tool: resumeTwapOrder, ...STATES_TO_CHANGE.resume },
  cancel: { tool: cancelTwapOrder, ...STATES_TO_CHANGE.cancel },
};
