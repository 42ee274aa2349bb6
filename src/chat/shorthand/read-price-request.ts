import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { amountOf } from "../fast-path/amount-of.ts";
import { checkTokens } from "../fast-path/check-tokens.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { ShorthandCall } from "./shorthand-call.ts";
import { TRADE_PATTERN } from "./trade-pattern.ts";

const { token: TOKEN, amount: AMOUNT } = TRADE_PATTERN;
const SOLD = `(?<amount>${AMOUNT}) (?<token>${TOKEN})`;
const OTHER = `(?<other>${TOKEN})`;
const TO = "(?:for|to|into|in)";
const ASK = "(?:(?:get|give)(?: me)? (?:a |the )?|(?<venue>[a-z0-9]+) )?quote(?: me)?(?: for)?";

/** How a price is asked for. A sale but where the pattern says "bought"; without the other token it is USDC, the chain's own. */
const PRICES: readonly RegExp[] = [
  `${ASK} (?:sell |selling |swap |swapping )?${SOLD}(?: ${TO})? ${OTHER}`,
  `(?<bought>)${ASK} (?:buy|buying) ${SOLD} (?:with|using|for|in) ${OTHER}`,
  `how much ${OTHER} (?:for|(?:do|would|will|can) i get for) ${SOLD}`,
  `(?<bought>)(?:how much ${OTHER} for buying|what does) ${SOLD}`,
  `(?<bought>)what does ${SOLD} cost in ${OTHER}`,
  `(?<bought>)(?:the )?(?:cost|price) of buying ${SOLD} (?:with|in) ${OTHER}`,
  `(?:how much is|what is|what would) ${SOLD}(?: worth| get me)? in ${OTHER}`,
  `what do i get for ${SOLD} in ${OTHER}`,
  `if i (?:sell|sold|swap) ${SOLD} how much ${OTHER} (?:do|would) i get`,
  `(?:(?:check|get|show)(?: me)? )?(?:the )?price of ${SOLD} in ${OTHER}`,
  `${SOLD} in ${OTHER}`,
  `how much is ${SOLD}`,
  `(?:(?:what is|check|get|show)(?: me)? )?(?:the )?(?:price of (?<one>${TOKEN})|(?<its>${TOKEN}) price)`,
  `how much is (?<one>${TOKEN})`,
].map((pattern) => new RegExp(`^${pattern}(?: on (?<place>[a-z0-9]+))?$`));

/** A request for a quote or a price; undefined where it is none. */
export function readPriceRequest(line: string, context: FastPathContext): ShorthandCall | PassReason | undefined {
  for (const pattern of PRICES) {
    const found = pattern.exec(line)?.groups;
    const reading = found === undefined ? undefined : priceCall(found, context);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

type Found = { readonly [name: string]: string | undefined };

function priceCall(found: Found, context: FastPathContext): ShorthandCall | PassReason | undefined {
  const { bought, one, its, other = "usdc", amount = "1" } = found;
  const token = found.token ?? one ?? its ?? "";
  const place = placeOf(found);
  if (place === undefined) return undefined;
  const doubt = checkTokens(context, place.chainId ?? context.chainId, token, other);
  if (doubt !== undefined) return doubt;
  if (amountOf(amount) === undefined) return "unclear";
  const { chainId, dex } = place;
  return {
    kind: "call",
    tool: getSwapQuote.name,
    args: {
      ...(bought === undefined
        ? { tokenIn: token, tokenOut: other, amountIn: amount }
        : { tokenIn: other, tokenOut: token, amountOut: amount }),
      ...(dex !== undefined && { dex }),
      ...(chainId !== undefined && { chain: chainOf(chainId).name }),
    },
  };
}

/** Undefined: a place was named that is none. */
function placeOf({ place, venue }: Found): { chainId?: ChainId; dex?: "0x" | "uniswap" } | undefined {
  const dex = [venue, place].flatMap((word) => {
    const parsed = word === undefined ? undefined : parseVenue(word);
    return parsed?.ok ? [parsed.value] : [];
  });
  const chainId = place === undefined ? undefined : chainOfWord(place);
  const named = [venue, place].filter((word) => word !== undefined).length;
  if (named !== dex.length + (chainId === undefined ? 0 : 1)) return undefined;
  if (dex.length > 1) return undefined;
  return { ...(chainId !== undefined && { chainId }), ...(dex[0] !== undefined && { dex: dex[0] }) };
}
