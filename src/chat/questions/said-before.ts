import type { ChatMessage } from "../../../schemas/chat.ts";
import type { loadQuestions } from "../../store/questions/load-questions.ts";
import type { StoredSaid } from "../../store/questions/stored-said.ts";

type Kept = Pick<Awaited<ReturnType<typeof loadQuestions.run>>, "said" | "shown">;
type Whose = Pick<StoredSaid, "operator" | "vault" | "chainId">;

/**
 * What this chat said last about this vault, its answer, and what it was shown last, as messages.
 */
export function saidBefore({ said, shown }: Kept, asker: Whose): ChatMessage[] {
  const text = (role: ChatMessage["role"], words: string): ChatMessage => ({
    role,
    text: words.replace(/<[^>]*>/g, ""),
  });
  const own = said === null || !isBy(said, asker) ? [] : [...said.before.toReversed(), said];
  return [
    ...own.flatMap(({ words, reply }) => [text("user", words), text("assistant", reply)]),
    ...(shown === null ? [] : [text("assistant", shown)]),
  ];
}

/** Whether it was said by the one who speaks now, about the same vault. */
export const isBy = (said: StoredSaid, { operator, vault, chainId }: Whose): boolean =>
  said.operator === operator && said.vault === vault && said.chainId === chainId;
