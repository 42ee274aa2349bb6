import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { JA } from "./ja.ts";
import { KO } from "./ko.ts";
import { NL } from "./nl.ts";
import { PL } from "./pl.ts";
import { PT } from "./pt.ts";
import { REST } from "./rest.ts";
import { RU } from "./ru.ts";
import { TR } from "./tr.ts";
import { UK } from "./uk.ts";
import { ZH } from "./zh.ts";

/** What a word does to a request, whatever is requested. */
export const TURNS = ["not", "asks", "told", "past", "maybe", "when"] as const;
export type Turn = (typeof TURNS)[number];

/**
 * One language: which words turn a request round, and the English word that each of its other words
 * stands for, "" for what says nothing. `script`: of a text that sets no spaces; its words are
 * pieces of it. "_" in a word is a space.
 */
export type Language = {
  turns: Readonly<Record<Turn, ReadonlySet<string>>>;
  meant: ReadonlyMap<string, string>;
  script?: RegExp;
};

/**
 * A table as the files beside this one have it: a line for each English word, with the words that
 * say it.
 */
export function language(table: string, script?: RegExp): Language {
  const turns = Object.fromEntries(TURNS.map((turn) => [turn, new Set<string>()])) as Record<
    Turn,
    Set<string>
  >;
  const meant = new Map<string, string>();
  for (const [, key = "", words = ""] of table.matchAll(/^([a-z0-9]+):((?: +.*\n?)+)/gm))
    for (const word of words.trim().split(/\s+/)) {
      const said = word.replaceAll("_", " ");
      const turn = TURNS.find((one) => one === key);
      if (turn !== undefined) turns[turn].add(said);
      else if (!meant.has(said))
        meant.set(said, key === "skipped" ? "" : key === "break" ? "," : key);
    }
  return { turns, meant, ...(script !== undefined && { script }) };
}

export const ENGLISH = language(EN);

/** Those that set spaces; a message is read as the one that knows most of its words. */
export const SPACED = [DE, ES, FR, IT, PT, NL, PL, RU, UK, TR, AR, REST].map((table) =>
  language(table),
);

/** In the order in which their scripts decide. */
export const SPACELESS: readonly Language[] = [
  language(JA, /[\p{Script=Hiragana}\p{Script=Katakana}]/u),
  language(KO, /\p{Script=Hangul}/u),
  language(ZH, /\p{Script=Han}/u),
];
