import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { CONDITION_WORDS } from "./condition-words.ts";
import { DEED_WORDS } from "./deed-words.ts";
import { namesToken } from "./names-token.ts";
import type { OwnItem } from "./own-items.ts";
import { timeUnit } from "./time-unit.ts";
import { VOCABULARY } from "./vocabulary.ts";

const OTHERS = new Set(
  "at in on over every each by apart once clips clip equal size sized limit is are eth's auto price below above selling buying can you not than better or".split(
    " ",
  ),
);

/** Whether a word of an English trade is known for something other than the name of a token: where every word is, no token goes unread. */
export const isKnownWord = (item: OwnItem, tokens: readonly string[]): boolean =>
  tokens.some((token) => namesToken(item, token)) ||
  OTHERS.has(item.text) ||
  CONDITION_WORDS.words.has(item.text) ||
  [...Object.values(VOCABULARY), ...Object.values(DEED_WORDS.words)].some((set) => set.has(item.text)) ||
  timeUnit(item.text, true) !== undefined ||
  parseVenue(item.text).ok ||
  item.text === "uni" ||
  parseChain(item.text).ok;
