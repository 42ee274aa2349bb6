import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";

export type ShownOrder = { id: number; noun: "order" | "trigger" | undefined };
export type ShownAmount = { amount: string; token: string };
/** Of a trade, or of a balance: then it is what is there. */
export type ShownTrade = { gave?: ShownAmount; got?: ShownAmount };

const A = "([0-9][0-9,]*(?:\\.[0-9]+)?)";
const T = "([A-Za-z](?:[A-Za-z0-9.]{0,10}[A-Za-z0-9]))";
const AMOUNT = `${A} ${T}`;
const BOUGHT = new RegExp(`\\b(?:bought|buy) (?:about )?${AMOUNT}(?: (?:for|with) (?:about )?${AMOUNT})?`, "i");
const SOLD = new RegExp(`\\bsold ${AMOUNT}, bought (?:about )?${AMOUNT}`, "i");
const FOR = new RegExp(`${AMOUNT} (?:for|to|into|gives?|is|=) (?:about )?${AMOUNT}`, "i");
const ONE = new RegExp(AMOUNT, "i");
const ORDER =
  /(?:\b(trigger|stop|limit|take-profit|twaps?|order|slices? of)(?: orders?)? ?)?(?:#|\border )([1-9][0-9]{0,8})\b/gi;
const OF_TRIGGERS = /^(?:trigger|stop|limit|take)/i;

/** Numbers of orders in what the service showed, each once, in their order. Only a card is ever made of them. */
export function ordersIn(text: string): ShownOrder[] {
  const found = new Map<number, ShownOrder>();
  for (const [, noun, digits] of text.matchAll(ORDER)) {
    const id = Number(digits);
    if (!found.has(id))
      found.set(id, { id, noun: noun === undefined ? undefined : OF_TRIGGERS.test(noun) ? "trigger" : "order" });
  }
  return [...found.values()];
}

/** What was given and got, as "Executed: sold 400 USDC, bought 0.16 WETH." says it; of one amount alone what was got. */
export function tradeIn(text: string): ShownTrade {
  const amount = (digits: string | undefined, token: string | undefined): ShownAmount | undefined =>
    digits === undefined || token === undefined ? undefined : { amount: digits.replaceAll(",", ""), token };
  const put = (gave: ShownAmount | undefined, got: ShownAmount | undefined): ShownTrade => ({
    ...(gave !== undefined && { gave }),
    ...(got !== undefined && { got }),
  });
  const sold = SOLD.exec(text);
  if (sold !== null) return put(amount(sold[1], sold[2]), amount(sold[3], sold[4]));
  const bought = BOUGHT.exec(text);
  if (bought !== null) return put(amount(bought[3], bought[4]), amount(bought[1], bought[2]));
  const traded = FOR.exec(text);
  if (traded !== null) return put(amount(traded[1], traded[2]), amount(traded[3], traded[4]));
  const one = ONE.exec(text);
  return one === null ? {} : put(undefined, amount(one[1], one[2]));
}

/** The chain that was named last. */
export function chainIn(text: string): ChainId | undefined {
  const named = [...text.matchAll(/\b(?:on|to|from) ([A-Z][A-Za-z]+)\b/g)].flatMap(([, word = ""]) => {
    const chain = parseChain(word);
    return chain.ok ? [chain.value] : [];
  });
  return named.at(-1);
}
