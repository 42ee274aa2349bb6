import { apart } from "./apart.ts";
import { ENGLISH, type Language, SPACED, SPACELESS } from "./language.ts";

const WORD = /(?<![\p{L}\p{Nd}])[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}\p{Nd}]+)*/gu;
/** Articles and the like that run into the word behind them, "n'" among them. */
const ELIDED = /^((?:l|d|j|s|c|n|qu|un|all|dell)['])(?=\p{L})/u;
/** Words that no language's table has are English where more are than of any other. */
const PLAIN_ENGLISH: ReadonlySet<string> = new Set(
  `a add all an and any at automatically back be below above bridge but buy by can cancel chain claim close collateral collect could dca deposit do don't each epoch
  every exit feed fees fix for freeze from fund funding get go gmx half have hour hours hyperliquid i if in into is it leverage limit liquidity long loss lp market me
  minutes my never no not now of on open oracle order orders our over perp please pool position price profit redeem reduce refresh remove rewards sell send set
  short size slices spot stake staking stop swap sync take the then this to token tokens trade transfer trigger undelegate unstake update use using vault want we
  what when with withdraw you your`.split(/\s+/),
);

/** The words of a text in lower case, articles apart. */
export function wordsOf(text: string): string[] {
  return [...apart(text).toLowerCase().matchAll(WORD)].flatMap(([word]) => {
    const plain = word.replaceAll("’", "'");
    const [, article] = ELIDED.exec(plain) ?? [];
    return article === undefined ? [plain] : [article, plain.slice(article.length)];
  });
}

/**
 * The language of a text, by its script or else by the words that are known of it; English where no
 * other knows more.
 */
export function readLanguage(text: string): Language {
  const byScript = SPACELESS.find(({ script }) => script?.test(text));
  if (byScript !== undefined) return byScript;
  const words = wordsOf(text);
  let [best, most] = [ENGLISH, words.filter((word) => PLAIN_ENGLISH.has(word)).length];
  for (const language of SPACED) {
    const known = words.filter((word) => isOf(language, word)).length;
    if (known > most) [best, most] = [language, known];
  }
  return best;
}

/** Whether a language's table has a word, as one that turns nothing. */
export const isPlainIn = (language: Language, word: string): boolean =>
  language === ENGLISH ? PLAIN_ENGLISH.has(word) : language.meant.has(word);

const isOf = ({ meant, turns }: Language, word: string): boolean =>
  meant.has(word) || Object.values(turns).some((turn) => turn.has(word));
