import type { StoredQuestion } from "../../store/questions/stored-question.ts";
import type { Asker } from "./asker-of.ts";

/** Whether a question was asked by the one who answers, about the same vault. */
export const isOf = (
  question: StoredQuestion,
  { operator, vault, chainId, chatId }: Asker,
): boolean =>
  question.operator === operator &&
  question.vault === vault &&
  question.chainId === chainId &&
  question.chatId === chatId;
