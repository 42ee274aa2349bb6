import { ENGLISH, type Language, SPACED, SPACELESS, type Turn } from "./language.ts";
import { isPlainIn, readLanguage, wordsOf } from "./read-language.ts";

/**
 * Why a message is no request as it stands. `word`: of it, where one says so, and which `turn` that
 * is.
 */
export type Turning = {
  reason: "unknown_word" | "question" | "condition";
  word?: string;
  turn?: Turn;
};

/** "Can you sell", "kannst du": a question mark behind it is courtesy. */
const POLITE =
  /^(?:\P{L}*(?:hey|hi|hello|ok|okay|yes|please|pls|hallo|hola|bonjour|ciao|привет)\b\P{L}*)*(?:can|could) you\b|^\P{L}*(?:kannst du|könntest du|können sie|puedes|podrías|peux-tu|pouvez-vous|puoi|você pode|можешь|możesz|kun je)(?!\p{L})/iu;
/** Words that ask only where they begin a message. */
const ASKING_FIRST =
  /^\P{L}*(?:is|are|am|do|does|has|have|may i|can i|could i|would you|shall|est-ce|ist|sind|kann ich|puedo|è|czy)(?!\p{L})/iu;
/** "Order no. 3": a number, and no "no". */
const NUMBER_SIGN = /\b(?:no\.|nr\.?)\s*(?=#?\p{Nd})/giu;
/** In straight marks. */
const SAID = /(?:^|\s)['’‚‘].+['’](?:$|[\s.,!?])/u;
/** "We sell", "the sell of", "my stake": what is done, and no request. */
const NO_COMMAND =
  /\b(?:(?:i|we|the|my|our|this|that|a|an) (?:sell|buy|cancel|pause|resume|skip|freeze|dump|convert|exchange)|(?:the|my|our) (?:stake|sync|exit|end|swap|transfer|long|short) of|(?:i|we) (?:long|short|stake|unstake|close|remove|claim|sync|bridge|set up|(?:like|love|tend) to)|thank(?:s| you) for|(?:i'm|i went|we went) (?:long|short))\b/i;
const COURTESY = /\b(?:would|i'd) like\b/gi;
/** A bound of a price, and no refusal. */
const BOUND =
  /\b(?:but )?(?:not|never|don'?t) (?:(?:sell|buy|pay|go) )?(?=(?:below|under|above|over|more than|less than)\b)/gi;
/** A colon between numbers is a time. */
const COLON = /[:：](?![0-9])|(?<![0-9])[:：]/;
const COINS = /^(?:w?eth|usd[ct]?|dai|w?btc|grg)(?:-(?:w?eth|usd[ct]?|dai|w?btc|grg))?$/;
const COMMANDS: ReadonlySet<string> = new Set(
  `sell convert dump liquidate buy purchase acquire get swap trade exchange twap dca split order orders trigger stop limit loss take profit
  my our the a an of exactly now please pls plz kindly just only lets anyway me us total hi hey hello ok okay yes i we i'd we'd want wanna need like let let's
  and also go ahead make place create set up start open run execute in transaction tx emergency freeze autopilot auto automatically base arbitrum arb optimism opt op polygon bsc bnb unichain ethereum mainnet dca reallocation rebalance rebalancing instruction task market new quick next today ticket time execution conversion purchase sale transfer payment spot add update add liquidity fee pool position size to on gmx`.split(
    /\s+/,
  ),
);

/**
 * Whether a message takes back, asks, reports, plans or is somebody else's, whoever proposes a call
 * for it; undefined where no word of any known language says so. What a word does its own language
 * decides, and only else another's.
 */
export function findTurning(own: string): Turning | undefined {
  const text = own.replace(NUMBER_SIGN, "# ").replace(COURTESY, "want").replace(BOUND, "");
  const language = readLanguage(text);
  for (const turn of ["not", "asks", "told", "past", "maybe"] as const) {
    const word = turnOf(turn, text, language);
    if (word !== undefined)
      return { reason: turn === "asks" ? "question" : "unknown_word", word, turn };
  }
  const isAsking = /[?？؟]/.test(text) && !POLITE.test(text);
  if (isAsking || ASKING_FIRST.test(text))
    return { reason: "question", turn: "asks", ...(isAsking && { word: "?" }) };
  if (SAID.test(text)) return { reason: "unknown_word", word: "'" };
  if (NO_COMMAND.test(text))
    return { reason: "unknown_word", word: NO_COMMAND.exec(text)?.[0] ?? "" };
  const before = text.slice(0, Math.max(0, text.search(COLON)));
  const isCommand = (word: string) =>
    COMMANDS.has(word) || COINS.test(word) || language.meant.has(word);
  // No speaker's name has a number: "tweak order 7: 8h between slices".
  const stranger = /(?<![\p{L}\p{Nd}])\d/u.test(before)
    ? undefined
    : wordsOf(before).find((word) => !isCommand(word));
  if (stranger !== undefined) return { reason: "unknown_word", word: stranger };
  return /^[^\p{L}\p{Nd}]*[:：]/u.test(text) ? { reason: "unknown_word", word: ":" } : undefined;
}

/**
 * The words of a message that tie it to something which is not watched here; none where there are
 * none.
 */
export function conditionsOf(own: string): string[] {
  const text = own.replace(/\b(?:ok|okay|hey|go ahead)\b[ ,]*(?=\p{L})/giu, "");
  const word = turnOf("when", text, readLanguage(text));
  return word === undefined ? [] : [word];
}

function turnOf(turn: Turn, text: string, language: Language): string | undefined {
  const lower = text.toLowerCase();
  const words = wordsOf(text);
  const said = [...words, ...words.map((word, at) => `${word} ${words[at + 1] ?? ""}`)];
  const ofPieces = SPACELESS.filter((one) => one.script?.test(text)).flatMap((one) => [
    ...one.turns[turn],
  ]);
  return (
    said.find((word) => language.turns[turn].has(word)) ??
    said.find(
      (word) =>
        !isPlainIn(language, word) && [ENGLISH, ...SPACED].some((one) => one.turns[turn].has(word)),
    ) ??
    ofPieces.find((piece) => lower.includes(piece))
  );
}
