import { readNumber } from "./read-number.ts";

/** The one price that a text sets a bound by, and the text without it. */
export type PriceClause = {
  /** `when`: what a trigger waits for ("when ETH falls below 2800"). `limit`: the worst price of a slice ("not below 3000"). */
  kind: "when" | "limit";
  /** `own`: "limit price 3000", which bounds a sale from below and a purchase from above. */
  direction: "below" | "above" | "own";
  /** A decimal without leading or trailing zeros. */
  price: string;
  /** The token whose price it is, in lower case; undefined where that is left to the trade. */
  of: string | undefined;
  /** The unit of the figure, in lower case; "$" is usd. */
  unit: string | undefined;
  rest: string;
};

const FIGURE =
  "(?<dollar>\\$?)(?<figure>[0-9][0-9.,]*[0-9]|[0-9])(?<k>k?)(?: (?<unit>usdc|usdt|dai|usd|dollars?|eth|weth|btc|wbtc))?";
const BELOW = "below|under|beneath|less than|lower than";
const ABOVE = "above|over|more than|higher than";
const FALLS = "falls?|drops?|dips?|sinks?|slides?|goes down";
const RISES = "rises?|climbs?|pumps?|goes up";
const IS = "is|goes|gets|trades|moves|trading at|is trading";
const TOKEN = "(?:the )?(?:price of )?(?<of>[a-z][a-z0-9.]*)(?: price|'s price)?";
/** What may stand behind a clause: its end, or the trade. */
const END = "(?= |,|$)";

const PATTERNS = {
  when: new RegExp(
    `(?:^|[ ,])(?:when|once|if|as soon as) ${TOKEN} (?:(?:(?:${IS}|${FALLS}) )?(?<below>${BELOW})|(?:${FALLS}) (?<fallsTo>to)|(?:(?:${IS}|${RISES}) )?(?<above>${ABOVE})|(?:${RISES}) (?<risesTo>to)) ${FIGURE}${END}`,
    "gi",
  ),
  limit: new RegExp(
    `(?:^|[ ,])(?:(?:but )?(?:not|never) (?:(?<above>below|under)|(?<below>above|over))|(?:with |and )?(?:a |my )?(?<own>limit)(?: price)?(?: of| at)?) ${FIGURE}${END}`,
    "gi",
  ),
};
/** In a token's place they name none. */
const NO_TOKENS = ["it", "price", "the", "its", "this", "that"];

/**
 * Finds the one bound that a text sets by a price; undefined where there is none, "unclear" where there are several or the figure cannot be
 * read. It takes no more than the clause: every word of `rest` is still to be accounted for.
 * @example priceClause("sell 1 ETH for USDC when ETH falls below 2.8k") // direction below, price "2800", of "eth"
 */
export function priceClause(text: string): PriceClause | "unclear" | undefined {
  const found = (["when", "limit"] as const).flatMap((kind) =>
    [...text.matchAll(PATTERNS[kind])].map((match) => ({ kind, match })),
  );
  const [one, ...others] = found;
  if (one === undefined) return undefined;
  if (others.length > 0) return "unclear";
  const { kind, match } = one;
  const { above, risesTo, own, of, dollar, figure = "", k, unit } = match.groups ?? {};
  const value = readNumber(figure)?.value;
  const price = value === undefined || k === "" ? value : thousands(value);
  if (price === undefined || price === "0") return "unclear";
  if (dollar !== "" && unit !== undefined && !/^(?:usd|dollar)/i.test(unit)) return "unclear";
  const token = of?.toLowerCase();
  const before = text.slice(0, match.index).replace(/[ ,]+$/, "");
  const after = text.slice(match.index + match[0].length).replace(/^[ ,]+/, "");
  return {
    kind,
    direction: own !== undefined ? "own" : (above ?? risesTo) !== undefined ? "above" : "below",
    price,
    of: token === undefined || NO_TOKENS.includes(token) ? undefined : token,
    unit: unit?.toLowerCase() ?? (dollar === "" ? undefined : "usd"),
    rest: [before, after].filter((part) => part !== "").join(before.endsWith(":") ? " " : ", "),
  };
}

/** A thousand times a decimal as readNumber gives it. */
function thousands(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  const digits = `${whole}${fraction.slice(0, 3).padEnd(3, "0")}`.replace(/^0+(?=\d)/, "");
  const rest = fraction.slice(3);
  return rest === "" ? digits : `${digits}.${rest}`;
}
