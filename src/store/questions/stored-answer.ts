import * as z from "zod";
import { unixMs } from "../../../schemas/primitives.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";

/** What a question was answered with, once. `words`: the command that ran, empty where it was dropped; `turnId`: the request that ran it. */
export const storedAnswer = z.object({
  atMs: unixMs,
  words: z.string().max(QUESTION_LIMITS.words),
  turnId: z.string(),
});
export type StoredAnswer = z.infer<typeof storedAnswer>;
