import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";

export type ShownOrder = {
  id: number;
  noun: "order" | "trigger" | "position" | undefined;
  says?: string;
};
export type ShownAmount = { amount: string; token: string };
/** Of a trade, or of a balance: then it is what is there. */
export type ShownTrade = { gave?: ShownAmount; got?: ShownAmount };

const A = "([0-9][0-9,]*(?:\\.[0-9]+)?)";
const T = "([A-Za-z](?:[A-Za-z0-9.]{0,10}[A-Za-z0-9]))";
const AMOUNT = `${A} ${T}`;
const BOUGHT = new RegExp(
  `\\b(?:bought|buy) (?:about )?${AMOUNT}(?: (?:for|with) (?:about )?${AMOUNT})?`,
  "i",
);
const SOLD = new RegExp(`\\bsold ${AMOUNT}, bought (?:about )?${AMOUNT}`, "i");
const FOR = new RegExp(
  `${AMOUNT} (?:(?:were |was )?(?:sold|swapped) )?(?:for|to|into|gives?|is|=) (?:about )?${AMOUNT}`,
  "i",
);
const ALL = new RegExp(AMOUNT, "gi");
const ORDER =
  /(?:\b(trigger|stop|limit|take-profit|twaps?|order|slices? of)(?: orders?)? ?)?(?:#|\border )([1-9][0-9]{0,8})\b(?=(?<says>[^#]*))/gi;
const OF_TRIGGERS = /^(?:trigger|stop|limit|take)/i;
/** How an order that waits for a price is told of. */
const WAITS =
  /^(?:[^.;]|\.(?=[0-9]))*\b(?:below|above|stop|limit|take[ -]profit|waits for|triggers?)\b/i;
const SLICED =
  /^(?:[^.;]|\.(?=[0-9]))*\b(?:slices?|of [0-9]+|twap|every|hourly|daily|an hour|a day)\b/i;

/** The noun of the order behind it. */
const NEXT = /(?:,| and)? (?:the )?(?:stop|trigger|limit|twap|order)s? ?$/i;

/**
 * Numbers of orders in what the service showed, each once, in their order. Only a card is ever made
 * of them.
 */
export function ordersIn(text: string): ShownOrder[] {
  const found = new Map<number, ShownOrder>();
  for (const { 1: noun, 2: digits, groups } of text.matchAll(ORDER)) {
    const id = Number(digits);
    const says = (groups?.says ?? "").replace(NEXT, "");
    const told = WAITS.test(says) && !SLICED.test(says) ? "trigger" : undefined;
    const own = noun === undefined || /^order$/i.test(noun) ? (told ?? noun) : noun;
    if (!found.has(id))
      found.set(id, {
        id,
        noun: own === undefined ? undefined : OF_TRIGGERS.test(own) ? "trigger" : "order",
        says,
      });
  }
  for (const [, digits] of text.matchAll(POSITION)) {
    const id = Number(digits);
    if (!found.has(id)) found.set(id, { id, noun: "position" });
  }
  return [...found.values()];
}

/** "48213: ETH/USDC": a pool's position by its number. */
const POSITION = /(?:\bposition #?|(?<![0-9.,#]))\b([1-9][0-9]{3,8})\b(?=:| \(|,? [A-Z]{2,6}\/)/g;

/** Every amount with its token that the service showed, in their order. */
export const amountsIn = (text: string): ShownAmount[] =>
  [...text.matchAll(ALL)].map(([, digits = "", token = ""]) => ({
    amount: digits.replaceAll(",", ""),
    token,
  }));

/**
 * What was given and got, as "Executed: sold 400 USDC, bought 0.16 WETH." says it; of one amount
 * alone what was got.
 */
export function tradeIn(text: string): ShownTrade {
  const amount = (
    digits: string | undefined,
    token: string | undefined,
  ): ShownAmount | undefined =>
    digits === undefined || token === undefined
      ? undefined
      : { amount: digits.replaceAll(",", ""), token };
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
  return put(undefined, amountsIn(text)[0]);
}

/** Whether it tells of something done, and offers nothing. */
export const isDone = (text: string): boolean =>
  /\b(?:done|completed|executed|bought|sold|sent|filled|arrived|claimed|fired|collected)\b/i.test(
    text,
  ) && !/\?|\bcard\b|\bconfirm\b|\bready\b/i.test(text);

/** The chain that was named last. */
export function chainIn(text: string): ChainId | undefined {
  const named = [...text.matchAll(/\b(?:on|to|from) ([A-Z][A-Za-z]+)\b/g)].flatMap(
    ([, word = ""]) => {
      const chain = parseChain(word);
      return chain.ok ? [chain.value] : [];
    },
  );
  return named.at(-1);
}
