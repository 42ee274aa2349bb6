import * as z from "zod";
import { everyChainId } from "../../../schemas/chains.ts";
import { operationId } from "../../../schemas/operation.ts";
import { hexAddress, unixMs } from "../../../schemas/primitives.ts";
import { questionId } from "../../../schemas/question-id.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";

const words = z.string().max(QUESTION_LIMITS.words);

/** An open question, and whose: the same operator, vault, chain and chat have to answer it, as none where it has none. */
export const storedQuestion = z.object({
  id: questionId,
  operator: hexAddress.nullable(),
  vault: hexAddress.nullable(),
  chainId: everyChainId,
  chatId: z.string().nullable(),
  /** Asked in a turn whose writes were only tried: so is its answer's. */
  dryRun: z.boolean(),
  text: z.string().max(QUESTION_LIMITS.text),
  options: z.array(z.object({ label: words, words, next: words.optional() })).max(QUESTION_LIMITS.options),
  completes: z.array(words),
  of: words,
  /** Of a card: whose buttons stand under it. */
  operationId: operationId.optional(),
  expiresAtMs: unixMs,
});
export type StoredQuestion = z.infer<typeof storedQuestion>;
