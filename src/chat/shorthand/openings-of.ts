import type { TradeLine } from "./trade-line.ts";
import { TRADE_PATTERN } from "./trade-pattern.ts";

const { token: TOKEN, amount: PLAIN_AMOUNT } = TRADE_PATTERN;
const AMOUNT = `\\$?${PLAIN_AMOUNT}%?`;
const FIRST = `(?<amount>${AMOUNT}) (?<token>${TOKEN})`;
const OTHER = `(?<counter>${TOKEN})`;
const TO = "(?:to|into|in)";
const SELL = "(?:sell|swap|convert|exchange|trade|dump|unload|flip|turn)";
const BUY = "(?:buy|purchase|accumulate|get me|get)";
const SELLING = "(?:selling|swapping|converting|exchanging|trading)";
const ORDER =
  "(?:(?:create|start|place|open|make|new)(?: me)?(?: an?)?(?: new)? ?)?(?<cut>twap|dca)(?: order)?(?: to)?";

/** How a trade begins, up to where its clauses begin: with the side of the token whose amount is said. */
const OPENINGS: readonly (readonly [RegExp, TradeLine["side"]])[] = (
  [
    // The amount is of what is spent, and the verb of what it buys.
    [`${BUY} ${FIRST} (?:worth )?of ${OTHER}`, "sell"],
    [`${BUY} ${OTHER} (?:with|using|for|worth) ${FIRST}`, "sell"],
    [`${BUY} (?<dollars>\\$${PLAIN_AMOUNT}) (?:worth )?of ${OTHER}(?: (?:with|using) usdc)?`, "sell"],
    [`(?:use|take) ${FIRST} to buy ${OTHER}`, "sell"],
    [`spend ${FIRST} on ${OTHER}`, "sell"],
    [`(?:put|ape|invest|move|rotate) ${FIRST} ${TO} ${OTHER}`, "sell"],
    [`(?<cut>dca|split|spread) ${FIRST} ${TO} ${OTHER}`, "sell"],
    [`${FIRST} (?:to|into) ${OTHER}`, "sell"],
    [`${ORDER} ${FIRST}(?: (?:to|into|for))? ${OTHER}`, "sell"],
    [`${ORDER} (?:${SELL}|${SELLING}) ${FIRST}(?: (?:to|into|for))? ${OTHER}`, "sell"],
    [`(?:${ORDER} )?(?:auto(?<auto>) )?${SELL} ${FIRST}`, "sell"],
    [`(?<cut>split) ${SELLING} ${FIRST}`, "sell"],
    [`(?:${ORDER} )?(?:auto(?<auto>) )?${BUY} ${FIRST}`, "buy"],
  ] as const
).map(([pattern, side]) => [new RegExp(`^(?:on (?<place>[a-z0-9]+)(?: ,)? )?(?:${pattern})(?= |$)`), side] as const);

/** Words that stand where a token does and are none: a clause that begins there is no counter token. */
const NOT_TOKENS: ReadonlySet<string> = new Set(
  "for to into in on via every over with using split at automatically of worth and or equal slices clips parts".split(
    " ",
  ),
);

export type Opening = { trade: TradeLine; place: string | undefined; rest: string };

/** Every way in which a line may begin as a trade. Dollars are USDC: of another token they would be a price. */
export function openingsOf(line: string): Opening[] {
  return OPENINGS.flatMap(([pattern, side]) => {
    const found = pattern.exec(line);
    if (found === null) return [];
    const { dollars, amount = dollars ?? "", token = "usdc", counter, place, auto, cut } = found.groups ?? {};
    if (NOT_TOKENS.has(token) || (counter !== undefined && NOT_TOKENS.has(counter))) return [];
    if (amount.startsWith("$") && token !== "usdc") return [];
    const trade: TradeLine = {
      side,
      token,
      amount: amount.replace("$", ""),
      ...(counter !== undefined && { counter }),
      ...(auto !== undefined && { isAutomatic: true as const }),
      ...(cut !== undefined && { isCut: true as const }),
    };
    return [{ trade, place, rest: line.slice(found[0].length) }];
  });
}
