/**
 * Conversations of a paired chat on Base, without a model, written down before what remembers a
 * question. Each turn with its right outcome: the call that runs, a question (a part of its text,
 * and its buttons' labels), or the code of what is answered in words.
 */
export type Turn = {
  say?: string;
  /** A button of the newest question, by its label. */
  tap?: string;
  /** Minutes that pass before it. */
  after?: number;
  /** The Worker is gone after the question was taken, before anything ran. */
  dies?: true;
  /** What runs becomes a card, which waits for its own buttons. */
  card?: true;
  /** Default: the one that all of it is about. */
  vault?: "other";
  want:
    | { runs: readonly [tool: string, args: Readonly<Record<string, unknown>>] }
    /** The card of what the words mean by what was said before. */
    | { shows: readonly [tool: string, args: Readonly<Record<string, unknown>>] }
    | { asks: string; labels?: readonly string[] }
    | { says: string }
    | { code: string };
};
export type Conversation = { about: string; turns: readonly Turn[] };

const SWAP = "build_vault_swap";
const TWAP = "create_twap_order";
const oneEth = { tokenIn: "eth", tokenOut: "usdc", amountIn: "1" };
const of500 = { tokenIn: "usdc", tokenOut: "eth", amountIn: "500" };
const ask = (text: string, ...labels: string[]) => ({
  asks: text,
  ...(labels.length > 0 && { labels }),
});
const runs = (tool: string, args: Record<string, unknown>) => ({ runs: [tool, args] as const });
const shows = (tool: string, args: Record<string, unknown>) => ({ shows: [tool, args] as const });
const NOT_OPEN = { code: "question_not_open" };

export const CONVERSATIONS: readonly Conversation[] = [
  {
    about: "an answer completes the command",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "eth", want: runs(SWAP, of500) },
      { say: "eth", want: { code: "not_configured" } },
    ],
  },
  {
    about: "an answer in a sentence",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "for eth please", want: runs(SWAP, of500) },
    ],
  },
  {
    about: "a tapped reading",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { tap: "ETH", want: runs(SWAP, of500) },
      { tap: "ETH", want: NOT_OPEN },
    ],
  },
  {
    about: "two questions, one after the other",
    turns: [
      { say: "sell usdc", want: ask("How much USDC?") },
      { say: "500", want: ask("For which token?") },
      { say: "eth", want: runs(SWAP, of500) },
    ],
  },
  {
    about: "a command by itself wins over the open question, which stays open",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "cancel order 3", want: runs("cancel_twap_order", { id: 3 }) },
      { say: "eth", want: runs(SWAP, of500) },
    ],
  },
  {
    about: "both readings of a figure",
    turns: [
      { say: "sell 1.000 usdc for eth", want: ask("1.000", "1,000", "1") },
      { tap: "1,000", want: runs(SWAP, { tokenIn: "usdc", tokenOut: "eth", amountIn: "1000" }) },
    ],
  },
  {
    about: "a figure of ten m",
    turns: [
      { say: "buy eth with 10m usdc", want: ask("10m", "10,000,000", "10,000") },
      { say: "10000", want: runs(SWAP, { tokenIn: "usdc", tokenOut: "eth", amountIn: "10000" }) },
    ],
  },
  {
    about:
      "a bridge without its amount and its target, asked one after the other; what it leads " +
      "to is a card",
    turns: [
      { say: "bridge usdc", want: ask("How much USDC, and to which chain?") },
      { say: "1000", want: ask("To which chain?", "ethereum", "arbitrum", "optimism") },
      {
        say: "arbitrum",
        want: runs("crosschain_transfer", {
          destinationChain: "arbitrum",
          token: "usdc",
          amount: "1000",
        }),
      },
    ],
  },
  {
    about: "a bridge with its answer in one",
    turns: [
      { say: "bridge usdc", want: ask("How much USDC") },
      {
        say: "500 usdc to optimism",
        want: runs("crosschain_transfer", {
          destinationChain: "optimism",
          token: "usdc",
          amount: "500",
        }),
      },
    ],
  },
  {
    about: "a twap of one token",
    turns: [
      {
        say: "twap 5 eth",
        want: ask("Into which token, over which time, and in how many slices?"),
      },
      { say: "usdc", want: ask("Over which time, and in how many slices?") },
      {
        say: "over 2h in 4",
        want: runs(TWAP, {
          sellToken: "eth",
          buyToken: "usdc",
          sliceCount: 4,
          intervalMinutes: 30,
        }),
      },
    ],
  },
  {
    about: "a weekday's time, whose zone is said later",
    turns: [
      {
        say: "sell 5 eth in 10 slices every 15 minutes friday 9am",
        want: ask("in which time zone?"),
      },
      { say: "cet", want: ask("in UTC, to be sure") },
    ],
  },
  {
    about: "yes to the only reading",
    turns: [
      { say: "swap 1 eth to usd", want: ask("USDC", "USDC") },
      { say: "yes", want: runs(SWAP, oneEth) },
    ],
  },
  {
    about: "yes where there are two readings asks which",
    turns: [
      { say: "sell 1 or 2 eth for usdc", want: ask("", "1", "2") },
      { say: "yes", want: ask("Which", "1", "2") },
      { say: "2", want: runs(SWAP, { ...oneEth, amountIn: "2" }) },
    ],
  },
  { about: "yes with nothing open", turns: [{ say: "yes", want: NOT_OPEN }] },
  {
    about: "a stale yes, an hour later",
    turns: [
      { say: "swap 1 eth to usd", want: ask("USDC") },
      { say: "yes", after: 60, want: NOT_OPEN },
      { tap: "USDC", want: NOT_OPEN },
    ],
  },
  {
    about: "a question is open for ten minutes to the millisecond",
    turns: [
      { say: "swap 1 eth to usd", want: ask("USDC") },
      { say: "yes", after: 10, want: NOT_OPEN },
    ],
  },
  {
    about: "yes while two are open",
    turns: [
      { say: "swap 1 eth to usd", want: ask("USDC") },
      { say: "disable the shield", want: ask("Shield") },
      { say: "yes", want: ask("Which", "disable the swap shield", "swap 1 eth to usdc") },
      { tap: "swap 1 eth to usdc", want: runs(SWAP, oneEth) },
      { say: "yes", want: NOT_OPEN },
    ],
  },
  {
    about: "an answer that fits only one of two",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "cancel order", want: ask("Which order?") },
      { say: "eth", want: runs(SWAP, of500) },
      { say: "3", want: runs("cancel_twap_order", { id: 3 }) },
    ],
  },
  {
    about: "an answer that fits both of two is asked back",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "sell 600 usdc", want: ask("For which token?") },
      { say: "eth", want: ask("Which", "sell 600 usdc for eth", "sell 500 usdc for eth") },
      { tap: "sell 600 usdc for eth", want: runs(SWAP, { ...of500, amountIn: "600" }) },
    ],
  },
  {
    about: "no drops it",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "no", want: { says: "Dropped" } },
      { say: "eth", want: { code: "not_configured" } },
    ],
  },
  {
    about: "the Worker dies between question and answer",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "eth", dies: true, want: { code: "died" } },
      // Nothing is open, but what was begun is known: a card, and nothing runs.
      { say: "eth", card: true, want: shows(SWAP, of500) },
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "eth", want: runs(SWAP, of500) },
    ],
  },
  {
    about: "another vault has no open question",
    turns: [
      { say: "sell 500 usdc", want: ask("For which token?") },
      { say: "eth", vault: "other", want: { code: "not_configured" } },
      { tap: "ETH", vault: "other", want: NOT_OPEN },
      { say: "eth", want: runs(SWAP, of500) },
    ],
  },
  {
    about: "an edit is shown again, and runs with a yes",
    turns: [
      { say: "sell 5 eth in 10 slices", want: ask("How far apart") },
      { say: "make it 5 slices", want: ask("How far apart") },
      {
        say: "15 minutes",
        want: runs(TWAP, {
          sellToken: "eth",
          totalAmount: "5",
          sliceCount: 5,
          intervalMinutes: 15,
        }),
      },
    ],
  },
  {
    about: "an edit of what was a whole command but for a yes",
    turns: [
      { say: "swap 1 eth to usd", want: ask("USDC") },
      { say: "make it 2 eth", want: ask("2 eth", "USDC") },
      { say: "make it 3", want: ask("3 eth", "USDC") },
      { say: "yes", want: runs(SWAP, { ...oneEth, amountIn: "3" }) },
    ],
  },
  {
    about: "edits of every part of an order",
    turns: [
      {
        say: "sell 5 eth for usdc in 10 slices every 15 minutes on my go",
        want: ask("on my go", "Now"),
      },
      { say: "make it 4 slices", want: ask("in 4 slices every 15 minutes", "Now") },
      { say: "every 30 minutes instead", want: ask("in 4 slices every 30 minutes", "Now") },
      { say: "dai instead", want: ask("sell 5 eth for dai in 4 slices", "Now") },
      {
        say: "no, make it 6 eth",
        want: ask("sell 6 eth for dai in 4 slices every 30 minutes", "Now"),
      },
      {
        say: "go",
        want: runs(TWAP, { totalAmount: "6", buyToken: "dai", sliceCount: 4, intervalMinutes: 30 }),
      },
    ],
  },
  { about: "an edit with nothing open", turns: [{ say: "make it 5 slices", want: NOT_OPEN }] },
  {
    about: "several commands, one after the other",
    turns: [
      { say: "sell 1 eth for usdc; cancel order 3", want: runs(SWAP, oneEth) },
      { tap: "Do it", want: runs("cancel_twap_order", { id: 3 }) },
      { say: "yes", want: NOT_OPEN },
    ],
  },
  {
    about: "several commands that were pasted, perhaps",
    turns: [
      {
        say: "sell 1 eth for usdc\ncancel order 3",
        want: ask("2 commands", "sell 1 eth for usdc"),
      },
      { say: "yes", want: runs(SWAP, oneEth) },
      { tap: "Do it", want: runs("cancel_twap_order", { id: 3 }) },
    ],
  },
  {
    about: "three commands: each of the others waits for its own word",
    turns: [
      { say: "cancel 3, 4 and 5", want: runs("cancel_twap_order", { id: 3 }) },
      { say: "yes", want: runs("cancel_twap_order", { id: 4 }) },
      { say: "yes", want: runs("cancel_twap_order", { id: 5 }) },
      { say: "yes", want: NOT_OPEN },
    ],
  },
  {
    about: "the Worker dies at the first of several: the next is not asked about",
    turns: [
      { say: "cancel 3 and 4", dies: true, want: { code: "died" } },
      { say: "yes", want: NOT_OPEN },
    ],
  },
  {
    about: "the next of several lapses",
    turns: [
      { say: "cancel 3 and 4", want: runs("cancel_twap_order", { id: 3 }) },
      { say: "yes", after: 11, want: NOT_OPEN },
    ],
  },
  {
    about: "a condition that a trigger order has, and one that nothing has",
    turns: [
      {
        say: "sell 1 eth for usdc when eth is above 4k",
        want: runs("create_trigger_order", { type: "limit", totalAmount: "1", price: "4000" }),
      },
      { say: "swap 1 eth to usdc on my go", want: ask("on my go", "Now") },
      { tap: "Now", want: runs(SWAP, oneEth) },
    ],
  },
  {
    about: "a card is changed by words, and never approved by them",
    turns: [
      { say: "sell 1 eth for usdc", card: true, want: runs(SWAP, oneEth) },
      { say: "yes", want: { says: "The card waits for its own buttons" } },
      { say: "no", want: { says: "The card waits for its own buttons" } },
      { say: "make it 2", card: true, want: shows(SWAP, { ...oneEth, amountIn: "2" }) },
      {
        say: "actually make it 3 eth",
        card: true,
        want: shows(SWAP, { ...oneEth, amountIn: "3" }),
      },
      { say: "yes", want: { says: "The card waits for its own buttons" } },
      { say: "make it 4", after: 11, want: shows(SWAP, { ...oneEth, amountIn: "4" }) },
    ],
  },
  {
    about: "a part of a card that was shown last is changed by that part alone, shown and not run",
    turns: [
      { say: "sell 1 eth for usdc", card: true, want: runs(SWAP, oneEth) },
      { say: "0.2 instead", card: true, want: shows(SWAP, { ...oneEth, amountIn: "0.2" }) },
      {
        say: "on uniswap",
        card: true,
        want: shows(SWAP, { ...oneEth, amountIn: "0.2", dex: "uniswap" }),
      },
      { say: "0.3", card: true, want: shows(SWAP, { ...oneEth, amountIn: "0.3", dex: "uniswap" }) },
    ],
  },
  {
    about: "freeze in a longer text is a button",
    turns: [
      {
        say: "i think someone stole my key please freeze everything quickly",
        want: ask("Freeze", "Freeze the vault"),
      },
      { tap: "Freeze the vault", want: runs("freeze_vault", {}) },
    ],
  },
  {
    about:
      "what was said before is meant again, is turned round, is said of another token: " +
      "shown, never done",
    turns: [
      { say: "sell 1 eth for usdc", want: runs(SWAP, oneEth) },
      { say: "do it again", want: shows(SWAP, oneEth) },
      { say: "double that", want: shows(SWAP, { ...oneEth, amountIn: "2" }) },
      {
        say: "same for grg",
        want: shows(SWAP, { tokenIn: "grg", tokenOut: "usdc", amountIn: "2" }),
      },
      { say: "0.5", want: shows(SWAP, { tokenIn: "grg", tokenOut: "usdc", amountIn: "0.5" }) },
      { say: "eth instead of grg", want: shows(SWAP, { ...oneEth, amountIn: "0.5" }) },
    ],
  },
  {
    about: "it is the order of before; a pause by it holds at once, everything else is shown",
    turns: [
      { say: "show order 9", want: runs("get_twap_order", { id: 9 }) },
      { say: "pause it", want: runs("pause_twap_order", { id: 9 }) },
      { say: "undo", want: shows("resume_twap_order", { id: 9 }) },
      { say: "cancel it please", want: shows("cancel_twap_order", { id: 9 }) },
      { say: "how is it going?", want: runs("get_twap_order", { id: 9 }) },
    ],
  },
  {
    about: "an order is changed before and after it exists",
    turns: [
      {
        say: "dca 500 usdc into eth in 10 slices every 30 minutes",
        want: runs(TWAP, { sliceCount: 10 }),
      },
      {
        say: "12 slices instead",
        want: shows(TWAP, { totalAmount: "500", sliceCount: 12, intervalMinutes: 30 }),
      },
      {
        say: "every 2 hours",
        want: shows(TWAP, { totalAmount: "500", sliceCount: 12, intervalMinutes: 120 }),
      },
      {
        say: "same for grg",
        want: shows(TWAP, { sellToken: "usdc", buyToken: "grg", totalAmount: "500" }),
      },
    ],
  },
  {
    about: "it is nobody's where nothing was said, in another vault, and an hour later",
    turns: [
      { say: "do it again", want: NOT_OPEN },
      { say: "sell 1 eth for usdc", want: runs(SWAP, oneEth) },
      { say: "do it again", vault: "other", want: NOT_OPEN },
      { say: "don't do it again", want: { code: "not_configured" } },
      { say: "did it do it again?", want: { code: "not_configured" } },
    ],
  },
  {
    about: "stop asks what, and a pause is the first answer",
    turns: [
      { say: "stop", want: ask("Stop what?", "Pause all orders", "Freeze the vault") },
      { tap: "Freeze the vault", want: runs("freeze_vault", {}) },
      { say: "halt", want: ask("Stop what?", "Pause all orders", "Freeze the vault") },
    ],
  },
  {
    about:
      "a card is changed by its button: what is to change is asked, and a part of it is enough",
    turns: [
      { say: "sell 1 eth for usdc", card: true, want: runs(SWAP, oneEth) },
      {
        say: `chg:${"ab".repeat(16)}`,
        want: { says: 'What is to change of "sell 1 eth for usdc"?' },
      },
      { say: "0.2", want: shows(SWAP, { ...oneEth, amountIn: "0.2" }) },
      { say: `chg:${"cd".repeat(16)}`, want: { says: "not open any more" } },
    ],
  },
];
