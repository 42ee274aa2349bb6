import type { Rule } from "./draft.ts";

const SAID =
  /^(?:(?:trade|spend|sell|allow|use) )?(?:at most|no more than|not more than|max(?:imum)?|up to|limit(?: (?:it|trading|trades|spending|me))?(?: to)?) \$?(?<amount>[\d.,]+k?)(?: ?(?<token>[a-z.]+))? (?:a|per|each|every|in one|in a) (?<per>day|transaction|trade|swap)$/;

/**
 * A bound on what the vault's calls may move. It only tightens, and counts in the vault's base
 * token, which the words may not mean: so it is shown first.
 */
export const limitsInWords: Rule = (line) => {
  const { amount, per } = SAID.exec(line)?.groups ?? {};
  if (amount === undefined) return undefined;
  const of = per === "day" ? "day" : "transaction";
  return {
    text:
      `Limit what this vault may give away to ${amount} of its base token (by its oracle) a ` +
      `${of}? A chat can tighten that, and only a signature loosens it.`,
    options: [
      { label: `At most ${amount} a ${of}`, words: `limit this vault to ${amount} a ${of}` },
    ],
  };
};
