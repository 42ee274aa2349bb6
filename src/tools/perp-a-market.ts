import type { Address } from "viem";
import type { GmxAccount, GmxMarket } from "../gmx/read-gmx-account.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Known = Pick<GmxAccount, "markets" | "tokens">;

/** A listed market with its index token in GMX's words. */
/** `indexDecimals`: undefined where GMX's API is silent and the index token is no contract. */
type NamedMarket = GmxMarket & { symbol: string; indexDecimals: number | undefined };

/**
 * The market that a person names: by its address, its full name, or the symbol of what is traded, which is its index token's ("ETH", "ETH/USD", "eth-perp"). Of several with the
 * same index the one behind WETH or the index itself and USDC, which has most to trade against. `among`: markets of positions, which
 * are found though GMX lists them no longer, and before others. Refuses with perp_market_unknown.
 */
export function perpAMarket(known: Known, text: string, among?: readonly Address[]): Verdict<NamedMarket> {
  const wanted = text.trim().toLowerCase();
  const named = known.markets
    .filter(({ isListed, market }) => isListed || among?.includes(market))
    .flatMap((market) => namedOf(known, market));
  const exact = named.find(({ market, name }) => market === wanted || name.toLowerCase() === wanted);
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
    return refuse("perp_market_unknown", `Several markets trade ${found.symbol}: name one by its address.`, {
      markets: [found, ...others].map(({ market, name }) => `${market} ${name}`),
    });
  return allow(found);
}

/** A market is what its own index token is; its listed name counts as far as it says the same. */
function namedOf(known: Known, market: GmxMarket): NamedMarket[] {
  const { indexToken, longToken, shortToken } = market;
  const [index, long, short] = [indexToken, longToken, shortToken].map((token) => known.tokens.get(token));
  const own = index && plain(index.symbol);
  const [, said, pair] = /^([^/\s]+)\/USD\S*(?:\s+\[(.*)\])?$/i.exec(market.name) ?? [];
  const isOfPair =
    pair === undefined || pair === "" || isSame(pair, [long, short].map((one) => one?.symbol ?? "").join("-"));
  const isTrue = own !== undefined && said !== undefined && multiple(said, own) && isOfPair;
  const symbol = (isTrue ? plain(said) : own) ?? market.market;
  const name = isTrue
    ? market.name
    : own === undefined
      ? market.market
      : `${own}/USD [${long?.symbol ?? longToken}-${short?.symbol ?? shortToken}]`;
  return [{ ...market, name, symbol, indexDecimals: index?.decimals }];
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
const isUsdc = ({ tokens }: Known, token: Address): boolean => tokens.get(token)?.symbol.toUpperCase() === "USDC";
const isOwnOrWeth = ({ tokens }: Known, { longToken, indexToken }: GmxMarket): boolean =>
  longToken === indexToken || ["ETH", "WETH"].includes(tokens.get(longToken)?.symbol.toUpperCase() ?? "");

/** GMX calls wrapped ETH by the coin's name. */
export function perpAToken({ tokens }: Pick<GmxAccount, "tokens">, wrappedNative: Address) {
  const symbol = (token: Address): string => (token === wrappedNative ? "WETH" : (tokens.get(token)?.symbol ?? token));
  return {
    symbol,
    decimals: (token: Address): number => tokens.get(token)?.decimals ?? 0,
    is: (token: Address, text: string): boolean =>
      text === token || text === symbol(token).toLowerCase() || (token === wrappedNative && text === "eth"),
  };
}
