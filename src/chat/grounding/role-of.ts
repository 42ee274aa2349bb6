import { VOCABULARY } from "./vocabulary.ts";
import type { WordItem } from "./word-item.ts";

/** What the next token stands after. */
export type VerbContext = { verb: "sell" | "buy" } | { preposition: string } | undefined;
/** Which verbs a sentence has. A trade word ("swap", "twap") is its verb only where it has no other. */
export type VerbClasses = { sells: boolean; buys: boolean; isByTradeWord: boolean };

/** All verbs of a sentence, before its tokens are looked at: "with USDC buy ETH" has its verb behind. */
export function verbClasses(items: readonly WordItem[]): VerbClasses {
  const has = (verbs: ReadonlySet<string>) => items.some((item) => item.kind === "word" && verbs.has(item.text));
  const buys = has(VOCABULARY.buy);
  const sells = has(VOCABULARY.sell);
  const isByTradeWord = !sells && !buys && has(VOCABULARY.trade);
  return { sells: sells || isByTradeWord, buys, isByTradeWord };
}

/**
 * Whether a token is sold or bought by what it stands after; undefined after neither, "unclear" where the words do not go
 * together ("buy ETH to USDC") or two verbs leave a preposition open.
 */
export function roleOf(context: VerbContext, classes: VerbClasses): "sold" | "bought" | "unclear" | undefined {
  if (context === undefined) return undefined;
  if ("verb" in context) return context.verb === "sell" ? "sold" : "bought";
  if (classes.sells === classes.buys) return "unclear";
  return (classes.sells ? AFTER_SELL : AFTER_BUY)[context.preposition] ?? "unclear";
}

/** "sell ETH for USDC", "swap from ETH into USDC" */
const AFTER_SELL: Record<string, "sold" | "bought"> = {
  for: "bought",
  to: "bought",
  into: "bought",
  against: "bought",
  from: "sold",
};
/** "buy ETH with USDC", "buy ETH for USDC", "use USDC to buy ETH" */
const AFTER_BUY: Record<string, "sold" | "bought"> = {
  for: "sold",
  with: "sold",
  using: "sold",
  use: "sold",
  spend: "sold",
  from: "sold",
  against: "sold",
};
