import type { ChainId } from "../../../schemas/chains.ts";
import { createTwapOrder } from "../../../schemas/create-twap-order.ts";
import { swapArguments } from "../../../schemas/swap-arguments.ts";
import { tokenTable } from "../../chain/addresses.ts";
import type { Claims, NoClaims, Proposed } from "./claims.ts";
import { DEED_WORDS } from "./deed-words.ts";
import { figuresFor } from "./figures-for.ts";
import { isKnownWord } from "./is-known-word.ts";
import { isSaidSide } from "./is-said-side.ts";
import { namesToken } from "./names-token.ts";
import type { OwnItem } from "./own-items.ts";
import { placeClaims } from "./place-claims.ts";
import { sliceClaims } from "./slice-claims.ts";
import { TRADE_FIELDS } from "./trade-fields.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Behind a time they make a pace of it, in the languages of most keyboards. */
const PACE = new Set(
  "every each per hourly daily stündlich täglich alle jede jeden cada toutes chaque ogni каждые каждый каждую co elke her 每 毎".split(
    " ",
  ),
);
/** Of other tools, and places where nothing is traded: those trades are not these. */
const OTHERS = new Set(
  `hyperliquid hl gmx perp perps perpetual long short leverage liquidity pool lp shield shields limits vault's
  solana avalanche avax tron sui fantom zksync linea scroll blast monad near cosmos aptos ton
  sushi sushiswap curve pancake pancakeswap balancer 1inch cow cowswap jupiter raydium aerodrome coinbase kraken bybit okx`.split(
    /\s+/,
  ),
);
const TRADE_DEEDS = ["sell", "buy", "trade"];

/** What a swap or a sliced order takes out of the words. */
export function tradeClaims({ args, reading, chainId }: Proposed, kind: "swap" | "slices"): Claims | NoClaims {
  const trade = tradeOf(args, kind);
  if (trade === undefined) return { reason: "field" };
  const { items, deeds, times } = reading;
  if ([...deeds].some((deed) => !TRADE_DEEDS.includes(deed))) return { reason: "other_tool" };
  const words = items.flatMap((item) => (item.kind === "word" ? [item.text] : []));
  const foreign = words.find((word) => OTHERS.has(word));
  if (foreign !== undefined) return { reason: "other_tool", word: foreign };
  const isSliced = words.some((word) => VOCABULARY.cut.has(word) || (times.length > 0 && PACE.has(word)));
  // Who mentions slices wants an order, and not a swap of everything now.
  if (kind !== "slices" && isSliced) return { reason: "other_tool" };
  // What wrapping gives is in the word.
  const isWrap = kind === "swap" && words.some((word) => word === "wrap" || word === "unwrap");
  const isNamed = (token: string) =>
    items.some(
      (item) =>
        namesToken(item, token) ||
        (isWrap && (namesToken(item, `W${token}`) || namesToken(item, token.replace(/^w/i, "")))),
    );
  const missing = [trade.in, trade.out].filter((token) => !isNamed(token));
  const isByDefault =
    kind !== "swap" &&
    missing.length === 1 &&
    missing[0]?.toUpperCase() === "USDC" &&
    items.every((item) => item.kind !== "word" || isKnownWord(item, [trade.in, trade.out]));
  if (trade.in.toLowerCase() === trade.out.toLowerCase() || (missing.length > 0 && !isByDefault))
    return { reason: "token" };
  if ([trade.in, trade.out].some((token) => isWordOfCommand(token.toLowerCase()))) return { reason: "token" };
  // Whom it should go to, or a token that the call does not have: neither is dropped.
  const address = items.find(
    (item) => item.kind === "address" && ![trade.in, trade.out].some((token) => namesToken(item, token)),
  );
  if (address !== undefined) return { reason: "left_over", word: address.text };
  const third = otherToken(items, [trade.in, trade.out], chainId);
  if (third !== undefined) return { reason: "left_over", word: third };
  if (!isSaidSide(reading, trade)) return { reason: "unclear_side" };
  const place = placeClaims(args, reading, chainId);
  if ("reason" in place) return place;
  const amount = {
    ...{ is: "amount" as const, chainId, others: [trade.in, trade.out] },
    token: trade.amountOf === "in" ? trade.in : trade.out,
  };
  const figures: Claims["figures"] = [
    { name: "amount", places: figuresFor(trade.amount, amount, reading), reason: "amount" },
  ];
  const filled = [...place.filled, ...(isByDefault ? [`${trade.in === missing[0] ? "paid with" : "for"} USDC`] : [])];
  if (kind === "swap") return { args, figures, times: [], filled };
  const isAutomatic = words.some((word) => VOCABULARY.automatic.has(word) || AUTOMATIC.test(word));
  const run = { ...args, autoExecute: isAutomatic };
  const told = isAutomatic ? filled : [...filled, "notifications only, nothing is sent by itself"];
  const slices = sliceClaims(args, { reading, amount, total: trade.amount });
  if ("reason" in slices) return slices;
  return { args: run, figures: [...figures, ...slices.figures], times: slices.times, filled: told, isWhole: true };
}

const AUTOMATIC = /^(?:auto|автомат|otomatik|自動|自动|자동)/;

const isWordOfCommand = (word: string): boolean =>
  [...Object.values(VOCABULARY), ...Object.values(DEED_WORDS.words)].some((set) => set.has(word));

/** A token of the chain that the words name and the call does not have. A coin and its wrapped form are one here. */
function otherToken(items: readonly OwnItem[], tokens: readonly string[], chainId: ChainId): string | undefined {
  const plain = (symbol: string) => symbol.toLowerCase().replace(/^w/, "");
  const others = tokenTable(chainId).filter(({ symbol }) => !tokens.some((token) => plain(token) === plain(symbol)));
  return others.find(({ symbol }) => items.some((item) => namesToken(item, symbol) && item.text !== "uni"))?.symbol;
}

type Trade = { in: string; out: string; amount: string; amountOf: "in" | "out" };

/** The call's own fields and no other; undefined for one that it may not have, or that is missing. */
function tradeOf(args: Record<string, unknown>, kind: "swap" | "slices"): Trade | undefined {
  if (kind === "swap") {
    const parsed = swapArguments.strict().safeParse(args);
    if (!parsed.success) return undefined;
    const { tokenIn, tokenOut, amountIn, amountOut } = parsed.data;
    const amount = amountIn ?? amountOut;
    if (amount === undefined || (amountIn !== undefined && amountOut !== undefined)) return undefined;
    return { in: tokenIn, out: tokenOut, amount, amountOf: amountIn === undefined ? "out" : "in" };
  }
  const parsed = createTwapOrder.pick(TRADE_FIELDS.sliced).strict().safeParse(args);
  if (!parsed.success) return undefined;
  const { side, sellToken, buyToken, totalAmount, limitPrice } = parsed.data;
  // Which way a price bounds turns with the words around it: that is for the exact reading.
  if (limitPrice !== undefined) return undefined;
  return { in: sellToken, out: buyToken, amount: totalAmount, amountOf: side === "sell" ? "in" : "out" };
}
