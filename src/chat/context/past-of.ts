import type { ChatMessage } from "../../../schemas/chat.ts";
import { splitQuoted } from "../split-quoted.ts";
import { meantBy } from "./meant-by.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { tradeIn } from "./trade-in.ts";

/** Of what was said longer ago nobody says "it". */
const MOST_MESSAGES = 8;
const MOST_SHOWN = 3;

/** The messages before the last, oldest first, each command read as it was meant then. Quoted text is no part of it. */
export function pastOf(messages: readonly ChatMessage[], reader: Reader): Past {
  let past: Past = { words: "", call: undefined, shown: [] };
  for (const { role, text } of messages.slice(0, -1).slice(-MOST_MESSAGES)) {
    if (role === "assistant")
      past = { ...past, ...completedBy(text, past, reader), shown: [text, ...past.shown].slice(0, MOST_SHOWN) };
    else past = { ...past, ...commandIn(splitQuoted(text).own, past, reader) };
  }
  return past;
}

function commandIn(own: string, past: Past, reader: Reader): Partial<Past> {
  const meant = meantBy(own, past, reader);
  const words = isWords(meant) ? meant.words : own;
  const reading = reader.read(words);
  if (reading.kind === "call") return { words, call: reading };
  // What was begun and is asked about is a command for what completes it.
  return isWords(meant) || reading.kind === "ask" || (words.length > 2 && past.words === "")
    ? { words, call: undefined }
    : {};
}

/** A command that left its other token open has the one that was shown with it. */
function completedBy(text: string, { words, call }: Past, { read }: Reader): Partial<Past> {
  if (call !== undefined || words === "") return {};
  const { gave, got } = tradeIn(text);
  for (const token of [got?.token, gave?.token])
    for (const link of ["for", "with"]) {
      const whole = `${words} ${link} ${token ?? ""}`;
      const reading = token === undefined ? undefined : read(whole);
      if (reading?.kind === "call") return { words: whole, call: reading };
    }
  return {};
}

const isWords = (meant: Meant | undefined): meant is { words: string } => meant !== undefined && "words" in meant;
