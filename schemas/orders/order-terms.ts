import * as z from "zod";
import { namedGrant } from "../auth/agent-grant.ts";
import { orderWaiting } from "./order-waiting.ts";

/** Arguments of each tool that makes an order which trades. A person gives them, and no model. */
export const orderTerms = { autoExecute: z.boolean().default(false) };

/** Their names, for the tools' `humanOwned`. Safe: the keys of a literal are all that it has. */
export const ORDER_TERMS = Object.keys(orderTerms) as (keyof typeof orderTerms)[];

/** Fields of the record of each such order. */
export const recordTerms = {
  /** Until a slice is written down or fails, or the order is resumed. */
  waiting: orderWaiting.optional(),
  grant: namedGrant
    .optional()
    .describe("The grant by which an agent made it; absent: it is the owner's."),
};
