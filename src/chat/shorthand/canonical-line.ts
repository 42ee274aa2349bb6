import { MISSPELLINGS } from "../fast-path/misspellings.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { mayBeThousands } from "../may-be-thousands.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { SHORT_FORMS } from "./short-forms.ts";
import { SLIPS } from "./slips.ts";

/** A message in one spelling. `isQuestion`: it ended with a question mark. */
export type CanonicalLine = { line: string; isQuestion: boolean };

const PRINTED = /^(?:[\x21-\x7e]+|→)$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const WORD = /^[a-z][a-z0-9_]*$/;
const PLAIN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const GROUPED = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
/** A number, its dollar sign, and what stands right behind it. */
const FIGURE = /^(\$?)([0-9][0-9.,]*|\.[0-9]+)([a-z%]*)$/;
const PICTURES = /^(?:\p{Extended_Pictographic}|\s)+|(?:\p{Extended_Pictographic}|\s)+$/gu;
const MINUTES: Record<string, number> = { min: 1, mins: 1, h: 60, hr: 60, hrs: 60, d: 1_440 };

/**
 * Brings what a trader types into one spelling, which the patterns of this room are written in: lower case (addresses as they are),
 * single spaces, a comma as a word of its own, numbers as plain decimals (`5k`, `1,000`, `.5`, `one`), lengths of time as `~minutes`, shares as `N%`,
 * dollars as `$N`. What has two readings stays as it was written (`10m`), and no pattern takes it for an amount. A reason instead where a number
 * or a character cannot be read.
 * @example canonicalLine("DCA 5k usdc into eth over 6h, 12 clips!") // { line: "dca 5000 usdc into eth over ~360 , 12 clips", isQuestion: false }
 */
export function canonicalLine(text: string): CanonicalLine | PassReason {
  const trimmed = text.replace(PICTURES, "").replace(/\s*[.!]+$/, "");
  const isQuestion = trimmed.endsWith("?");
  const body = isQuestion ? trimmed.replace(/\s*\?+$/, "") : trimmed;
  const terms: string[] = [];
  for (const run of body.replaceAll("’", "'").split(/[ \t\u00a0]+/)) {
    const [, core = "", commas = ""] = /^(.*?)(,?)$/s.exec(run) ?? [];
    const term = core === "" ? [] : termsOf(core);
    if (typeof term === "string") return term;
    terms.push(...term, ...(commas === "" ? [] : [","]));
  }
  if (terms.length === 0) return "empty";
  return { line: inUsualUnits(terms.join(" ")), isQuestion };
}

/** The terms that one run of characters is. */
function termsOf(run: string): string[] | PassReason {
  // Not by its lower case alone: the Kelvin sign has a "k" for one.
  if (!PRINTED.test(run)) return "characters";
  if (ADDRESS.test(run) || run === "0x") return [run];
  const lower = run.toLowerCase();
  const short = SHORT_FORMS.get(lower);
  if (short !== undefined) return short.split(" ");
  const slip = SLIPS.get(lower) ?? MISSPELLINGS.get(lower);
  if (slip !== undefined) return [slip];
  if (lower === "->" || lower === "→" || lower === "=>") return ["to"];
  if (lower === "no." || lower === "twap:" || lower === "limit:") return [lower.slice(0, -1)];
  if (lower === "usdc.e") return [lower];
  if (/^#[1-9][0-9]*$/.test(lower)) return ["#", lower.slice(1)];
  const number = NUMBER_WORDS.get(lower);
  if (number !== undefined) return [number];
  if (WORD.test(lower)) return [lower];
  const [, dollar = "", digits, unit = ""] = FIGURE.exec(lower) ?? [];
  return digits === undefined ? "characters" : figure(dollar, digits, unit);
}

function figure(dollar: string, digits: string, unit: string): string[] | PassReason {
  const value = plainNumber(digits);
  if (value === undefined) return "numeral";
  if (unit === "k") return [`${dollar}${thousands(value)}`];
  if (dollar !== "") return unit === "" ? [dollar + value] : "numeral";
  if (unit === "") return [value];
  if (unit === "%") return [`${value}%`];
  // Minutes, or millions: the pattern that finds it in the place of a time may take it.
  if (unit === "m") return [`${value}m`];
  const minutes = MINUTES[unit];
  return minutes === undefined ? [value, SLIPS.get(unit) ?? unit] : [wholeMinutes(value, minutes) ?? `${value}${unit}`];
}

/** "1.000" may be a thousand, "1,5" one and a half: neither is read. */
function plainNumber(digits: string): string | undefined {
  const padded = digits.startsWith(".") ? `0${digits}` : digits;
  const plain = GROUPED.test(padded) ? padded.replaceAll(",", "") : padded;
  return PLAIN.test(plain) && !(plain === padded && mayBeThousands(plain)) ? plain : undefined;
}

/** A thousand times a plain decimal, exactly. */
function thousands(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  const digits = `${whole}${fraction.slice(0, 3).padEnd(3, "0")}`.replace(/^0+(?=\d)/, "");
  const rest = fraction.slice(3);
  return rest === "" ? digits : `${digits}.${rest}`;
}

function wholeMinutes(value: string, unit: number): string | undefined {
  const minutes = Number(value) * unit;
  return Number.isSafeInteger(minutes) && minutes > 0 ? `~${minutes}` : undefined;
}

const UNIT = "(minutes?|mins?|hours?|hrs?|days?)";
const PER_UNIT: Record<string, number> = { m: 1, h: 60, d: 1_440 };
/** A fixed rewriting of spellings of time and share; each pattern is tried once over the line. */
const REWRITES: readonly (readonly [RegExp, string | ((all: string, first: string, second: string) => string)])[] = [
  [
    new RegExp(`\\b(\\d+(?:\\.\\d+)?) ${UNIT}\\b`, "g"),
    (all, value, unit) => wholeMinutes(value, perUnit(unit)) ?? all,
  ],
  [/\bhalf an? (hour|day)\b/g, (_, unit) => `~${perUnit(unit) / 2}`],
  [/\bhalf (?:an? )?hour\b/g, "~30"],
  [/\bonce (?:a|an|per|every|each) (hour|day|minute)\b/g, (_, unit) => `every ~${perUnit(unit)}`],
  [/\b(?:every|each|per|a|an) (hour|day|minute)\b/g, (_, unit) => `every ~${perUnit(unit)}`],
  [/\b(?:hourly|every hourly)\b/g, "every ~60"],
  [/\bdaily\b/g, "every ~1440"],
  [/\b(every|each|over) (\d+)m\b/g, "$1 ~$2"],
  [/\b(\d+)m apart\b/g, "~$1 apart"],
  [/(~\d+) apart\b/g, "every $1"],
  [/\beach (~\d+)/g, "every $1"],
  [/\bhalf an (?=[a-z])/g, "0.5 "],
  [/\bhalf (?:of )?(?:my|the|our|all) (?:the |my )?(?=[a-z])/g, "50% "],
  [/\ball (?:of )?(?:my |the |our )?(?=[a-z]+ (?:for|to|into)\b)/g, "100% "],
  [/(\d%) (?:of )?(?:my |the |our |all )?(?=[a-z])/g, "$1 "],
  [/\bin quarters\b/g, "in 4 slices"],
  [/\bin halves\b/g, "in 2 slices"],
];

const perUnit = (unit: string): number => PER_UNIT[unit.charAt(0)] ?? 1;

function inUsualUnits(line: string): string {
  let rewritten = line;
  for (const [pattern, by] of REWRITES) rewritten = rewritten.replace(pattern, by as string);
  return rewritten;
}
