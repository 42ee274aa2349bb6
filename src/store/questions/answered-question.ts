import * as z from "zod";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { storedAnswer } from "./stored-answer.ts";
import { storedQuestion } from "./stored-question.ts";

/** A question that was used up, its answer, and what that opened for sending; null where it opened nothing. */
export const answeredQuestion = z.object({
  question: storedJson(storedQuestion),
  answer: storedJson(storedAnswer),
  attempt: absentToNull(storedAttempt),
});
export type AnsweredQuestion = z.infer<typeof answeredQuestion>;
