import * as z from "zod";
import { everyChainId } from "../../../schemas/chains.ts";
import { operationId } from "../../../schemas/operation.ts";
import { hexAddress, unixMs } from "../../../schemas/primitives.ts";
import { questionId } from "../../../schemas/question-id.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { absentToNull, storedJson } from "../kernel/stored-json.ts";

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

/** What a question was answered with, once. `words`: the command that ran, empty where it was dropped; `turnId`: the request that ran it. */
const storedAnswer = z.object({
  atMs: unixMs,
  words: z.string().max(QUESTION_LIMITS.words),
  turnId: z.string(),
});
export type StoredAnswer = z.infer<typeof storedAnswer>;

/** A question that was used up, its answer, and what that opened for sending; null where it opened nothing. */
export const answeredQuestion = z.object({
  question: storedJson(storedQuestion),
  answer: storedJson(storedAnswer),
  attempt: absentToNull(storedAttempt),
});
export type AnsweredQuestion = z.infer<typeof answeredQuestion>;
