/** English words of commands. */
const WORDS =
  "sell swap exchange convert cancel pause resume ether stop limit order orders twap from " +
  "every stake bridge freeze minutes hours";

/**
 * A text in which a word with two neighbouring letters exchanged ("slel", "udsc") is the word or
 * the token (`names`) that it has to be.
 */
export function mended(text: string, names: readonly string[]): string {
  const known = new Set([...WORDS.split(" "), ...names.map((name) => name.toLowerCase())]);
  return text.replace(/(?<![\w.])[a-z]{4,}(?!\w)/gi, (said) => {
    const word = said.toLowerCase();
    return known.has(word) ? said : ([...known].find((one) => isExchanged(word, one)) ?? said);
  });
}

function isExchanged(word: string, meant: string): boolean {
  const at = [...word].findIndex((letter, nth) => letter !== meant[nth]);
  const exchanged = `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at] ?? ""}${word.slice(at + 2)}`;
  return word.length === meant.length && exchanged === meant;
}
