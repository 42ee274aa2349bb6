import { knownChains } from "../../chain-of.ts";
import type { FastPathContext } from "./fast-path-context.ts";

/** Symbols of tokens of every chain in lower case: a sentence names its chain last. */
export function coinsOf({ tokens }: FastPathContext): ReadonlySet<string> {
  const known = COINS.get(tokens);
  if (known !== undefined) return known;
  const coins = new Set(
    knownChains()
      .flatMap(({ id, nativeCoin }) =>
        [nativeCoin, ...tokens(id).map(({ symbol }) => symbol)].map((symbol) =>
          symbol.toLowerCase(),
        ),
      )
      .concat("btc"),
  );
  COINS.set(tokens, coins);
  return coins;
}

const COINS = new WeakMap<FastPathContext["tokens"], ReadonlySet<string>>();
