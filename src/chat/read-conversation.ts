import type { ChatMessage } from "../../schemas/chat.ts";
import { type SplitText, splitQuoted } from "./split-quoted.ts";

/**
 * A conversation by speaker. Only `words.own` can start anything; `earlier` are the operator's own
 * words of messages before.
 */
export type Conversation = {
  /** The last message, if it is the operator's. */
  words: SplitText;
  earlier: string[];
  /**
   * Texts that must not be taken for instructions: the assistant's, and what the operator quoted
   * before. Oldest first.
   */
  quoted: string[];
};

/** Sorts a conversation by whose words it holds (decision D57). Linear in its length. */
export function readConversation(messages: readonly ChatMessage[]): Conversation {
  const last = messages.at(-1);
  const words = last?.role === "user" ? splitQuoted(last.text) : { own: "", quoted: [] };
  const before = last?.role === "user" ? messages.slice(0, -1) : messages;
  const earlier: string[] = [];
  const quoted: string[] = [];
  for (const { role, text } of before) {
    const parts = role === "user" ? splitQuoted(text) : { own: "", quoted: [text] };
    if (parts.own !== "") earlier.push(parts.own);
    for (const part of parts.quoted) quoted.push(part);
  }
  return { words, earlier, quoted };
}
