import type { Ask } from "../ask.ts";
import { readConversation } from "../read-conversation.ts";
import { plainLine } from "./plain-line.ts";

type Said = Parameters<typeof readConversation>[0];

/** What a chat remembers of a card that was shown for these words; undefined where no edit of them could be read. */
export function cardAsk(messages: Said, operationId: string): Ask | undefined {
  const of = plainLine(readConversation(messages).words.own);
  return of === undefined ? undefined : { text: WAITS, options: [], completes: [], of, operationId };
}

const WAITS =
  "The card waits for its own buttons: press Approve or Reject there, or say what is to change, for example: make it 5 slices";
