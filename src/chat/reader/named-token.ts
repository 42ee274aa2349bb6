import type { ChainId } from "../../../schemas/chains.ts";
import type { FastPathContext } from "./fast-path-context.ts";

/** Names of one thing that chains list under several, the usual one first. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([["btc", ["wbtc", "cbbtc", "btcb"]]]);

/**
 * A token's common name as the one of its kind that the chain lists; where it lists several and not
 * the usual one, and else, as it was said.
 */
export function namedToken(
  text: string,
  { tokens }: Pick<FastPathContext, "tokens">,
  chainId: ChainId,
): string {
  const names = NAMES.get(text);
  if (names === undefined) return text;
  const listed = tokens(chainId)
    .map(({ symbol }) => symbol)
    .filter((symbol) => names.includes(symbol.toLowerCase()));
  return (
    listed.find((symbol) => symbol.toLowerCase() === names[0]) ??
    (listed.length === 1 ? (listed[0] ?? text) : text)
  );
}
