import { chainOf } from "../../chain-of.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import type { Draft } from "./draft-of-trade.ts";

/** "The first one" names no figure. */
const PRONOUN =
  /\b(the|that|this|these|first|second|last|other|another|which|no|any|only|next|[a-z]+(?:er|est)) one\b/g;
const DIGITS = "zero one two three four five six seven eight nine".split(" ");
/** "One point five". */
const POINT = new RegExp(`\\b(${DIGITS.join("|")}) point((?: (?:${DIGITS.join("|")}))+)\\b`, "g");

const FRACTIONS: Readonly<Record<string, string>> = {
  ...{
    half: "50",
    "one half": "50",
    "a quarter": "25",
    "a third": "33.3333",
    "one third": "33.3333",
  },
  ...{ "two thirds": "66.6666", "three quarters": "75" },
};

/** Talk in the words that clauses are made of. */
export function inPlain(part: string, { every = 60 }: Draft): string {
  const unit = every % 1_440 === 0 ? "days" : every % 60 === 0 ? "hours" : "minutes";
  return part
    .replace(
      POINT,
      (_, whole: string, rest: string) =>
        `${DIGITS.indexOf(whole)}.${rest
          .trim()
          .split(" ")
          .map((digit) => DIGITS.indexOf(digit))
          .join("")}`,
    )
    .replace(PRONOUN, "$1")
    .replace(
      /\b(half|one half|a quarter|a third|one third|two thirds|three quarters) of (?:it|them|that)\b/g,
      (_, name: string) => `${FRACTIONS[name]}%`,
    )
    .replace(/\b(?:the|whole|the whole) (?:lot|thing)\b|\bevery bit\b/g, "all of it")
    .replace(/\b(?:every )?half[- ]?(?:hourly|an hour|hour)\b/g, "every 30 minutes")
    .replace(/\b(?:it )?all (?:at once|in one go)\b|\bin one go\b/g, "at once")
    .replace(/\b([0-9]+) ?hourly\b/g, "every $1 hours")
    .replace(/\bget rid of (?:it|them|that)\b/g, "sell")
    .replace(
      /\b(?:don'?t|do not|never) (?:pay|buy|sell|go|spend) (?:for )?(?=(?:over|above|under|below)\b)/g,
      "not ",
    )
    .replace(/\b(?:don'?t|do not|never) (?:pay|buy|go|spend) more than\b/g, "not over")
    .replace(
      /\bevery ([0-9]+)(?= *$|,| and| or| \D{6,})/g,
      (all, count: string, at: number, whole: string) =>
        /^ ?(?:min|hour|day|week|sec|h\b|m\b|d\b)/.test(whole.slice(at + all.length))
          ? all
          : `every ${count} ${unit}`,
    );
}

/**
 * A chain that is called as a token is, by its own name; a unit alone with the figure that it is
 * of.
 */
export function withNames(part: string, of: string, coins: ReadonlySet<string>): string {
  const unit =
    /^(?:in |every )?(h|hrs?|hours?|m|mins?|minutes?|d|days?|bps|percent|%)(?: (?:obviously|obv|of course|each))?$/.exec(
      part,
    )?.[1];
  const figure =
    unit === undefined
      ? undefined
      : (/\bevery ([0-9]+)\b(?! ?(?:m|h|d|w))/.exec(of)?.[1] ?? /([0-9.]+)$/.exec(of)?.[1]);
  if (unit !== undefined && figure !== undefined)
    return /^(?:bps|percent|%)$/.test(unit)
      ? `${figure}${unit === "bps" ? " bps" : "%"}`
      : `every ${figure} ${UNIT_NAMES[unit[0] ?? ""]}`;
  return part.replace(
    /\b(on|over on|to|from|at) ([a-z]+)\b/g,
    (all, link: string, word: string) => {
      const chain = coins.has(word) ? chainOfWord(word) : undefined;
      const isBridge = /\b(?:bridge|send|move|transfer)\b/.test(of);
      return chain === undefined || word === "eth" || (link !== "on" && !isBridge)
        ? all
        : `${link} ${chainOf(chain).name.toLowerCase()}`;
    },
  );
}

const UNIT_NAMES: Readonly<Record<string, string>> = { h: "hours", m: "minutes", d: "days" };
