import * as z from "zod";
import { everyChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";

export const MOST_BEFORE = 3;

/** What was said and the beginning of its answer. */
const exchange = z.object({
  words: z.string().max(QUESTION_LIMITS.words),
  reply: z.string().max(QUESTION_LIMITS.text),
});

/**
 * A chat's last message that is known, its owner and vault; `before`: those before it, newest
 * first.
 */
export const storedSaid = exchange.extend({
  operator: hexAddress.nullable(),
  vault: hexAddress.nullable(),
  chainId: everyChainId,
  before: z.array(exchange).max(MOST_BEFORE).default([]),
});
export type StoredSaid = z.infer<typeof storedSaid>;
