import { knownChains } from "../../chain-of.ts";
import type { Draft } from "./draft.ts";
import { PIECES } from "./pieces.ts";

const { amount: A, token: T } = PIECES;
const one = (template: string, probe: string) => ({ template, probe });
const TARGETS = ["ethereum", "base", "arbitrum", "optimism"].filter((name) =>
  knownChains().some((chain) => chain.name === name),
);
const NOTHING = /^bridge(?: (?:tokens?|funds|some|some tokens))?$/;
const NO_AMOUNT = new RegExp(
  `^bridge (?:some |my |the )?(${T})((?: from [a-z]+)?(?: to [a-z]+)?)$`,
);
const NO_CHAIN = new RegExp(`^bridge (${A}) ?(${T})((?: from [a-z]+)?)$`);

/** A bridge without its amount or its target: asked one after the other. */
export function missingBridge(line: string): Draft | undefined {
  const example = "1000 usdc to arbitrum";
  if (NOTHING.test(line))
    return {
      text: `How much of which token, and to which chain? For example: ${example}`,
      completes: [one("bridge {}", example)],
    };
  const [, amount, coin, from = ""] = NO_CHAIN.exec(line) ?? [];
  if (amount !== undefined) {
    const words = (target: string) => `bridge ${amount} ${coin}${from} to ${target}`;
    return {
      text: "To which chain?",
      options: TARGETS.map((target) => ({ label: target, words: words(target) })),
      completes: [
        one(words("{}"), "arbitrum"),
        one(`bridge ${amount} ${coin}${from} {}`, "to arbitrum"),
      ],
    };
  }
  const [, token, rest = ""] = NO_AMOUNT.exec(line) ?? [];
  if (token === undefined) return undefined;
  return {
    text: `How much ${token.toUpperCase()}${rest.includes(" to ") ? "" : ", and to which chain"}?`,
    completes: [
      one(`bridge {} ${token}${rest}`, "1000"),
      one(`bridge {}${rest}`, `1000 ${token}`),
      one("bridge {}", example),
    ],
  };
}
