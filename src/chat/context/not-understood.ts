import type { Ask, AskOption } from "../ask.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import { isRead } from "./is-read.ts";
import type { Past, Reader } from "./past.ts";
import { ordersIn } from "./trade-in.ts";

const MOST = 3;

/**
 * What a message is answered with that was read as nothing: what is understood of it, the tokens
 * and orders that it names or that were spoken of last, and the last command, each as a button.
 * `why`: what is known to be missing.
 */
export function notUnderstood(own: string, past: Past, { read, coins }: Reader, why: string): Ask {
  const items = lex(own, coins);
  const tokens = [...new Set(items.flatMap((item) => readingOf(item, "coin") ?? []))];
  const said = items.flatMap(
    (item) => readingOf(item, "order") ?? readingOf(item, "trigger") ?? [],
  );
  const orders = said.length > 0 ? said : ordersIn(past.shown[0] ?? "").map(({ id }) => String(id));
  const isCommand = past.call !== undefined && !isRead(past.call.tool);
  const options: AskOption[] = [
    ...tokens.flatMap((token) => [`price of ${token}`, `${token} balance`]),
    ...orders.map((id) => `show order ${id}`),
    ...LOOKS,
  ]
    .filter((words, at, all) => all.indexOf(words) === at && read(words).kind !== "pass")
    .slice(0, MOST)
    .map((words) => ({ label: words, words }));
  const known = isCommand
    ? ` The last command was: ${past.words}. Say what is to change of it, or the whole ` +
      "command anew."
    : ` ${EXAMPLES}`;
  return {
    text: `${why === "" ? "I did not understand that, and nothing was done." : why}${why === "" ? known : ""}`,
    options,
    completes: [],
    of: "",
  };
}

const LOOKS = ["portfolio", "list twap orders", "price of eth"];
const EXAMPLES =
  'Say it as a command, for example: "sell 1 eth for usdc", "dca 50 usdc a day into eth for ' +
  '10 days", "pause 3".';
