import { DEED_WORDS } from "./deed-words.ts";
import type { NotGrounded } from "./not-grounded.ts";
import type { OwnItem } from "./own-items.ts";
import { TURNING_WORDS } from "./turning-words.ts";
import { VOCABULARY } from "./vocabulary.ts";

type Found = { reason: NotGrounded; word?: string };

/** "Can you sell", "kannst du": a question mark behind it is courtesy. */
const POLITE =
  /^(?:\P{L}*(?:hey|hi|hello|ok|okay|yes|please|pls|hallo|hola|bonjour|ciao|привет)\b\P{L}*)*(?:can|could) you\b|^\P{L}*(?:kannst du|könntest du|können sie|puedes|podrías|peux-tu|pouvez-vous|puoi|você pode|можешь|możesz|kun je)(?!\p{L})/iu;
/** Words that ask only where they begin a message. */
const ASKING_FIRST =
  /^\P{L}*(?:is|are|am|do|does|has|have|may i|can i|could i|would you|shall|est-ce|ist|sind|kann ich|puedo|è|czy)(?!\p{L})/iu;
/** "order no. 3", "no 3": a number, and no "no". */
const NUMBER_SIGN = /\b(?:no|nr)\.?\s*(?=#?\p{Nd})/giu;
/** In straight marks. */
const SAID = /(?:^|\s)['’‚‘].+['’](?:$|[\s.,!?])/u;
/** "We sell", "the sell of", "my stake": what is done, and no request. */
const NO_COMMAND =
  /\b(?:i|we|the|my|our|this|that|a|an) (?:sell|buy|cancel|pause|resume|skip|freeze|dump|purchase|convert|exchange)\b/i;
const COURTESY = /\b(?:would|i'd) like\b/gi;
/** A bound of a price, and no refusal. */
const BOUND = /\b(?:but )?not (?=(?:below|under|above|over)\b)/gi;
/** French: "n'achète pas". */
const DO_NOT = /\bn['’](?=\p{L})/iu;

/**
 * Why a message is no request as it stands, whoever proposes a call for it: it takes back, asks, reports, plans or is somebody else's.
 * Undefined where nothing of that is found, in any language that is known (turning-words.ts).
 */
export function findTurning(own: string, items: readonly OwnItem[]): Found | undefined {
  const text = own.toLowerCase().replace(NUMBER_SIGN, "# ").replace(COURTESY, "want").replace(BOUND, "");
  const words = text.split(/[^\p{L}\p{M}\p{Nd}'’-]+/u).map((word) => word.replaceAll("’", "'"));
  if (DO_NOT.test(text)) return { reason: "unknown_word", word: "n'" };
  for (const kind of Object.keys(TURNING_WORDS.words) as (keyof typeof TURNING_WORDS.words)[]) {
    const word =
      words.find((one) => TURNING_WORDS.words[kind].has(one)) ??
      TURNING_WORDS.pieces[kind].find((piece) => text.includes(piece));
    if (word !== undefined) return { reason: kind === "asked" ? "question" : "unknown_word", word };
  }
  const isAsking = /[?？؟]/.test(text) && !POLITE.test(text);
  if (isAsking || ASKING_FIRST.test(text)) return { reason: "question" };
  if (SAID.test(text)) return { reason: "unknown_word", word: "'" };
  if (NO_COMMAND.test(text)) return { reason: "unknown_word", word: NO_COMMAND.exec(text)?.[0] ?? "" };
  const speaker = speakerOf(items);
  return speaker === undefined ? undefined : { reason: "unknown_word", word: speaker };
}

/** Before a colon only a command may stand ("create a twap:"), else it is a speaker or a remark. */
function speakerOf(items: readonly OwnItem[]): string | undefined {
  const at = items.findIndex((item) => item.kind === "mark" && item.text === ":");
  if (at < 0 || (items[at - 1]?.kind === "figure" && items[at + 1]?.kind === "figure")) return undefined;
  const isCommand = (item: OwnItem) => item.kind !== "word" || COMMAND_SETS.some((set) => set.has(item.text));
  const before = items.slice(0, at);
  const stranger = before.find((item) => !isCommand(item));
  return stranger?.text ?? (before.some((item) => item.kind === "word") ? undefined : ":");
}

const COMMAND_SETS: readonly ReadonlySet<string>[] = [
  ...[VOCABULARY.sell, VOCABULARY.buy, VOCABULARY.trade, VOCABULARY.transparent, VOCABULARY.filler, VOCABULARY.slice],
  ...Object.values(DEED_WORDS.words),
];
