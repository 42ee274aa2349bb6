import type { Ask } from "../ask.ts";
import { readConversation } from "../read-conversation.ts";
import { plainLine } from "./plain-line.ts";

type Said = Parameters<typeof readConversation>[0];

/**
 * What a chat remembers of a card that was shown for these words; undefined where no edit of them
 * could be read.
 */
export function cardAsk(messages: Said, operationId: string): Ask | undefined {
  const of = plainLine(readConversation(messages).words.own);
  return of === undefined ? undefined : askOfCard(of, operationId);
}

/**
 * The same where its line is known; empty where it is not: it waits all the same, and no edit fits
 * it.
 */
export const askOfCard = (of: string, operationId: string): Ask => ({
  ...{ text: WAITS, options: [], completes: [], of, operationId },
});

const WAITS =
  "The card waits for its own buttons: press Approve or Reject there, or say what is to " +
  "change, for example: make it 5 slices";

/**
 * Before the id of the operation whose card is to be changed: what the card's Change button says.
 */
export const CHANGE_MARK = "chg:";
