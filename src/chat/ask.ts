/** `next`: what is asked about once this has ended, of a message with several commands. */
export type AskOption = { label: string; words: string; next?: string | undefined };

/**
 * What a message leaves open. Each option's `words` are a whole command that the grammar reads;
 * each of `completes` is the command with `{}` where the answer goes. `of`: the message that is
 * asked about, which an edit changes.
 */
export type Ask = {
  text: string;
  options: readonly AskOption[];
  completes: readonly string[];
  of: string;
  /** It is no question but a card, which the buttons of this operation decide. */
  operationId?: string | undefined;
  /** It asks for an order to change so: `words` with "order 3" behind them are the command. */
  orders?: { change: "cancel" | "pause" | "resume" | "skip"; words: string } | undefined;
};
