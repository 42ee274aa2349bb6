import type { ChatResponse } from "../../../schemas/calls/chat.ts";
import type { StoredQuestion } from "../../store/questions/stored-question.ts";
import type { ChatTurn } from "../chat-turn.ts";

/** A chat shows the readings as buttons; elsewhere they stand in the words, too. */
export function showQuestion(
  { id, text, options }: StoredQuestion,
  door: ChatTurn["caller"]["kind"],
  before = "",
): ChatResponse {
  const shown = options.map(({ label, words }) => ({ label, words }));
  const lines = door === "paired" ? [] : shown.map(({ label }) => `- ${label}`);
  return { reply: [before + text, ...lines].join("\n"), question: { id, text, options: shown } };
}
