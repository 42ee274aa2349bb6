import { type Refusal, refuse } from "../lib/verdict.ts";

/** Why a write is not the operator's: a stable word for programs, a half sentence for people. */
const REASONS = {
  hidden_characters: "your message holds characters that cannot be seen",
  look_alike_characters: "your message mixes letters of several alphabets that look alike",
  too_long: "your message is too long to be read word by word",
  no_words: "your message has no words of your own, only quoted ones",
  unreadable: "part of your message is no plain word, number or address",
  unknown_word: "a word of your message may change what it means",
  unclear_number: "a number of your message has no clear meaning",
  unclear_side: "your message does not say clearly what is sold and what is bought",
  question: "your message asks, it does not order",
  condition: "your message ties it to something that is not watched here",
  other_tool: "your message does not ask for this",
  figure: "a figure or name of the call is not one you wrote",
  amount: "the amount is not the one you wrote",
  token: "a token is not one you wrote",
  side: "long or short is not what you wrote",
  price: "the price is not the one you wrote",
  slices: "the slices are not those you wrote",
  interval: "the interval is not the one you wrote",
  chain: "the chain is not the one you wrote",
  venue: "the venue is not the one you wrote",
  left_over: "a figure of your message is not part of the call",
  needs_signature: "this needs your wallet's signature, and a conversation has none",
  order_id: "the order is not the one you wrote",
  field: "the call sets what only you set, or is not complete",
} as const;
export type NotGrounded = keyof typeof REASONS;

/** The tool that was proposed, and what to type instead where there is such a tool. */
export type AskedTool = { name: string; example?: string };

/**
 * The refusal of a write that does not stand in the operator's own words. `word` is theirs, cut to
 * what is printable.
 */
export function notGrounded(
  { name, example }: AskedTool,
  reason: NotGrounded,
  word?: string,
): Refusal {
  const shown = word === undefined ? "" : printable(word);
  const at = shown === "" ? "" : ` ("${shown}")`;
  const instead = example === undefined ? "" : ` Write it in plain words, for example: ${example}`;
  return refuse("not_in_your_words", `Nothing was done: ${REASONS[reason]}${at}.${instead}`, {
    tool: name,
    reason,
    ...(shown !== "" && { word: shown }),
  });
}

const printable = (text: string): string => text.replace(/[^A-Za-z0-9.,_' -]/g, "?").slice(0, 48);
