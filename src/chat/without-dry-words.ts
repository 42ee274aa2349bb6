import type { ChatMessage } from "../../schemas/chat.ts";

const FRAMES = [
  /^\s*(?:please )?(?:dry[ -]?run|simulate)(?: only)?\b\s*[:,]?\s+(?<rest>.+)$/is,
  /^\s*what (?:would|will) happen if (?:i|we) (?<rest>.+?)\s*\?*\s*$/is,
  /^(?<rest>.+?)[\s,;(]+(?:dry[ -]?run|simulat(?:e|ion))(?: only)?\W*$/is,
] as const;

/**
 * A conversation whose last message asks what would happen, as the one that asks for it; undefined
 * where it does not. Then every write of the turn is tried only, whoever reads the rest.
 * `isCommand`: whether words are a command by themselves: "what would happen if I never sell" stays
 * a question.
 */
export function withoutDryWords(
  messages: readonly ChatMessage[],
  isCommand: (words: string) => boolean,
): ChatMessage[] | undefined {
  const last = messages.at(-1);
  if (last?.role !== "user") return undefined;
  const [named, asked, ended] = FRAMES.map((frame) => frame.exec(last.text)?.groups?.rest);
  const rest = named ?? [asked, ended].find((words) => words !== undefined && isCommand(words));
  return rest === undefined ? undefined : [...messages.slice(0, -1), { ...last, text: rest }];
}
