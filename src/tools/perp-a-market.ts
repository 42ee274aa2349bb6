import type { Address } from "viem";
import type { GmxAccount, GmxMarket } from "../gmx/read-gmx-account.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Known = Pick<GmxAccount, "markets" | "tokens">;

/** `indexDecimals` is undefined where GMX's API is silent and the index token is no contract. */
type NamedMarket = GmxMarket & { symbol: string; indexDecimals: number | undefined };

/**
 * Finds a market by its address, full name or index symbol ("ETH", "ETH/USD", "eth-perp"). Several
 * with one index: that of WETH or the index itself and USDC, the deepest. `among`, the markets of
 * positions, come first, delisted ones too. Refuses with perp_market_unknown.
 */
export function perpAMarket(
  known: Known,
  text: string,
  among?: readonly Address[],
): Verdict<NamedMarket> {
  const wanted = text.trim().toLowerCase();
  const named = known.markets
    .filter(({ isListed, market }) => isListed || among?.includes(market))
    .map((market) => namedOf(known, market));
  const exact = named.find(
    ({ market, name }) => market === wanted || name.toLowerCase() === wanted,
  );
  if (exact !== undefined) return allow(exact);
  const symbol = wanted.replace(/[/-]?(?:usd[ct]?|perp)$/, "");
  const same = named.filter((one) => one.symbol.toLowerCase() === symbol);
  const held = same.filter(({ market }) => among?.includes(market));
  const deep = same.filter((one) => isUsdc(known, one.shortToken) && isOwnOrWeth(known, one));
  const [found, ...others] = held.length > 0 ? held : deep.length > 0 ? deep : same;
  if (found === undefined)
    return refuse(
      "perp_market_unknown",
      `GMX lists no market for "${text.slice(0, 40)}". perp_a_get_markets names them all.`,
      { market: text.slice(0, 80) },
    );
  if (others.length > 0 && held.length !== 1 && deep.length !== 1)
    return refuse(
      "perp_market_unknown",
      `Several markets trade ${found.symbol}: name one by its address.`,
      {
        markets: [found, ...others].map(({ market, name }) => `${market} ${name}`),
      },
    );
  return allow(found);
}

/** The index token decides what a market is. Its listed name counts only where it says the same. */
function namedOf(known: Known, market: GmxMarket): NamedMarket {
  const { indexToken, longToken, shortToken } = market;
  const [index, long, short] = [indexToken, longToken, shortToken].map((token) =>
    known.tokens.get(token),
  );
  const own = index && plain(index.symbol);
  const [, said, pair] = /^([^/\s]+)\/USD\S*(?:\s+\[(.*)\])?$/i.exec(market.name) ?? [];
  const isOfPair =
    pair === undefined ||
    pair === "" ||
    isSame(pair, [long, short].map((one) => one?.symbol ?? "").join("-"));
  const isTrue = own !== undefined && said !== undefined && multiple(said, own) && isOfPair;
  const symbol = (isTrue ? plain(said) : own) ?? market.market;
  const name = isTrue
    ? market.name
    : own === undefined
      ? market.market
      : `${own}/USD [${long?.symbol ?? longToken}-${short?.symbol ?? shortToken}]`;
  return { ...market, name, symbol, indexDecimals: index?.decimals };
}

/** "XRP.v2" is XRP: GMX tells two of a kind apart so. */
const plain = (symbol: string): string => symbol.split(/\.v/i)[0] ?? symbol;
/** GMX calls wrapped ETH by the coin's name. */
const unwrapped = (symbol: string): string =>
  plain(symbol)
    .toUpperCase()
    .replace(/^WETH$/, "ETH");
const isSame = (a: string, b: string): boolean =>
  a.split("-").map(unwrapped).join("-") === b.split("-").map(unwrapped).join("-");
/** "kPEPE" is a thousand of "PEPE". */
const multiple = (said: string, own: string): boolean =>
  isSame(said, own) || isSame(said.replace(/^(?:k|m|1000)/i, ""), own);
const isUsdc = ({ tokens }: Known, token: Address): boolean =>
  tokens.get(token)?.symbol.toUpperCase() === "USDC";
const isOwnOrWeth = ({ tokens }: Known, { longToken, indexToken }: GmxMarket): boolean =>
  longToken === indexToken ||
  ["ETH", "WETH"].includes(tokens.get(longToken)?.symbol.toUpperCase() ?? "");

/** Tokens as answers show them: WETH under its own name, which GMX calls ETH. */
export function perpAToken({ tokens }: Pick<GmxAccount, "tokens">, wrappedNative: Address) {
  const symbol = (token: Address): string =>
    token === wrappedNative ? "WETH" : (tokens.get(token)?.symbol ?? token);
  const decimals = (token: Address): number => tokens.get(token)?.decimals ?? 0;
  return {
    symbol,
    decimals,
    claim: ({
      market,
      token,
      amountBase,
    }: {
      market: Address;
      token: Address;
      amountBase: bigint;
    }) => ({
      market,
      token,
      symbol: symbol(token),
      amountBase: amountBase.toString(),
      amount: formatUnits(amountBase, decimals(token)),
    }),
    is: (token: Address, text: string): boolean =>
      text === token ||
      text === symbol(token).toLowerCase() ||
      (token === wrappedNative && text === "eth"),
  };
}
