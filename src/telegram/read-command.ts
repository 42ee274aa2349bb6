/** core.telegram.org/bots/features#commands; a phone may write the first letter large. */
const COMMAND = /^\/([a-z0-9_]{1,32})(?:@([a-z0-9_]{1,32}))?(?=\s|$)/i;
const PLAIN = [
  ...(["orders", "positions", "mode", "settings", "freeze", "vault", "grants", "help"] as const),
  ...(["status", "balance", "quote", "history", "pnl"] as const),
];
const OF_ORDERS = ["pause", "resume", "cancel"] as const;
export type OrderAction = (typeof OF_ORDERS)[number];
/** No zero, which means all orders (src/twap/cancel-input.ts): "all" has to be written. */
const ORDER_ID = /^#?([1-9][0-9]{0,8})$/;

/** `argument`: the trimmed rest. `orderId` null: neither a plain number nor "all". */
export type TelegramCommand =
  | { name: (typeof PLAIN)[number]; argument: string }
  | { name: OrderAction; orderId: number | "all" | null }
  | { name: "unknown" };

/** undefined: no command. `other_bot`: for another bot. */
type ReadCommand =
  | TelegramCommand
  | { name: "start"; argument: string }
  | { name: "words"; words: string }
  | "other_bot"
  | undefined;

/**
 * @example readCommand("/cancel@sextant_bot 3", "sextant_bot") // { name: "cancel", orderId: 3 }
 */
export function readCommand(words: string, botName: string): ReadCommand {
  const found = COMMAND.exec(words);
  if (found === null) return undefined;
  const [whole, word = "", bot] = found;
  if (bot !== undefined && bot.toLowerCase() !== botName.toLowerCase()) return "other_bot";
  const argument = words.slice(whole.length).trim();
  const name = word.toLowerCase();
  if (name === "start") return { name, argument };
  if (isOfOrders(name))
    return { name, orderId: argument.toLowerCase() === "all" ? "all" : orderIdOf(argument) };
  const meant = wordsOfCommand(name, argument);
  if (meant !== undefined) return { name: "words", words: meant };
  const plain = PLAIN.find((known) => known === name);
  return plain === undefined ? { name: "unknown" } : { name: plain, argument };
}

const isOfOrders = (name: string): name is OrderAction => OF_ORDERS.some((known) => known === name);

function orderIdOf(argument: string): number | null {
  const digits = ORDER_ID.exec(argument)?.[1];
  return digits === undefined ? null : Number(digits);
}

const WORDS: Readonly<Record<string, { words: string; id?: true }>> = {
  order: { words: "show order", id: true },
  skip: { words: "skip the next slice of order", id: true },
  triggers: { words: "list my triggers" },
  limits: { words: "show my limits" },
};

function wordsOfCommand(name: string, argument: string): string | undefined {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (known === undefined) return undefined;
  if (known.id === undefined) return argument === "" ? known.words : undefined;
  const id = ORDER_ID.exec(argument)?.[1];
  return id === undefined ? undefined : `${known.words} ${id}`;
}
