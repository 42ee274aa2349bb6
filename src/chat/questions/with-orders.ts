import * as z from "zod";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";
import type { ToolResult } from "../../../schemas/tool-call.ts";
import { twapOrder } from "../../../schemas/twap-order.ts";
import { AppError } from "../../errors.ts";
import { sanitize } from "../../lib/sanitize.ts";
import { directionText, STATES_TO_CHANGE } from "../../twap/state-of.ts";
import type { Ask } from "../ask.ts";

const listed = z.object({ orders: z.array(twapOrder) });

/**
 * A question for an order, with the orders that it can be as its options; a sentence where there is
 * none. `list` reads them as the caller: where he may not, or the store does not answer, it stays
 * the question for a number.
 */
export async function withOrders(ask: Ask, list: () => Promise<ToolResult>): Promise<Ask | string> {
  if (ask.orders === undefined) return ask;
  const { word, states } = STATES_TO_CHANGE[ask.orders.change];
  const { words } = ask.orders;
  const found = await list().catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (found === undefined) return ask;
  const fitting = listed.parse(found.data).orders.filter(({ status }) => states.includes(status));
  if (fitting.length === 0) return `There is no ${word} TWAP order of this vault on this chain.`;
  const [shown, others] = [ask.options, QUESTION_LIMITS.options - ask.options.length];
  const options = fitting.slice(0, others).map((order) => ({
    label: sanitize(`#${order.id} ${directionText(order)}`, 60),
    words: `${words} order ${order.id}`,
  }));
  return { ...ask, options: [...options, ...shown] };
}
