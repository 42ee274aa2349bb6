import * as z from "zod";
import { everyChainId } from "../../../schemas/chains.ts";
import { operationId } from "../../../schemas/operation.ts";
import { hexAddress, unixMs } from "../../../schemas/primitives.ts";
import { questionId } from "../../../schemas/question-id.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";

const words = z.string().max(QUESTION_LIMITS.words);

/** The same operator, vault, chain and chat must answer; null ones must be null. */
export const storedQuestion = z.object({
  id: questionId,
  operator: hexAddress.nullable(),
  vault: hexAddress.nullable(),
  chainId: everyChainId,
  chatId: z.string().nullable(),
  /** Writes of its turn were only tried; so are its answer's. */
  dryRun: z.boolean(),
  text: z.string().max(QUESTION_LIMITS.text),
  options: z
    .array(z.object({ label: words, words, next: words.optional() }))
    .max(QUESTION_LIMITS.options),
  completes: z.array(words),
  of: words,
  /** The card under which its buttons stand. */
  operationId: operationId.optional(),
  expiresAtMs: unixMs,
});
export type StoredQuestion = z.infer<typeof storedQuestion>;

/**
 * One answer only. `words`: the command that ran, empty if dropped; `turnId`: the request that ran
 * it.
 */
const storedAnswer = z.object({
  atMs: unixMs,
  words: z.string().max(QUESTION_LIMITS.words),
  turnId: z.string(),
});
export type StoredAnswer = z.infer<typeof storedAnswer>;

/** `attempt` null: the answer sent nothing. */
export const answeredQuestion = z.object({
  question: storedJson(storedQuestion),
  answer: storedJson(storedAnswer),
  attempt: orNull(storedAttempt),
});
export type AnsweredQuestion = z.infer<typeof answeredQuestion>;
