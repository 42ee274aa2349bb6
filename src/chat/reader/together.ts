import { lengthOf, thousands } from "./figure.ts";
import type { Item, Reading } from "./item.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { wordNumber } from "./word-number.ts";

const OF_A_TRADE = (
  "a an per every each daily hourly weekly slices slice parts part clips clip pieces chunks " +
  "tranches times x of usd dollars bucks"
).split(" ");
const INTO = ["to", "into", "for", ">"];
const EACH = ["every", "each", "per", "a", "an"];

/** What cannot be read. */
export const ODD: Reading = { is: "odd", value: "" };

/** Behind a number of slices it is a rate. */
const PACE: Reading = { is: "word", value: "a_time" };

/** Of an item that is a word and nothing else. */
export function wordOf(item: Item | undefined): string | undefined {
  const [only] = item?.readings ?? [];
  return only?.is === "word" ? only.value : undefined;
}

/** How many pieces from this place are one item, and what it is. */
export function together(
  pieces: readonly Item[],
  at: number,
  coins: ReadonlySet<string>,
): [number, Reading[]?] {
  const numbered = numberAt(pieces, at);
  if (numbered !== undefined) {
    const [whole, plain] = numbered;
    const [more, value] = withPart(plain, pieces, at + whole);
    const length = whole + more;
    const behind = behindNumber(value, pieces, at + length, wordOf(pieces[at]) === "one");
    const said = length === 1 ? wordOf(pieces[at]) : undefined;
    const alone: Reading[] = [
      { is: "number", value },
      ...(said === undefined ? [] : [{ is: "word" as const, value: said }]),
    ];
    return behind === undefined ? [length, alone] : [length + behind[0], behind[1]];
  }
  const [word, next] = [0, 1].map((step) => wordOf(pieces[at + step]));
  if (word === undefined) return perAt(pieces, at) ?? orderAt(pieces, at, coins) ?? [1];
  if (word.length === 1) {
    const spelled = spelledAt(pieces, at, coins);
    if (spelled !== undefined) return spelled;
  }
  const name = LEX_WORDS.names.get(`${word}_${next}`);
  if (name !== undefined) return [2, [{ is: "word", value: name }]];
  return paceAt(pieces, at) ?? shareAt(pieces, at) ?? orderAt(pieces, at, coins) ?? [1];
}

/** "One and a half", "two and three quarters". */
function withPart(value: string, pieces: readonly Item[], at: number): [number, string] {
  const [and, one, part] = [0, 1, 2].map((step) => wordOf(pieces[at + step]) ?? "");
  const parts = LEX_WORDS.parts.get(part ?? "");
  const count = one === "a" ? 1 : LEX_WORDS.numbers.get(one ?? "");
  if (and !== "and" || parts === undefined || count === undefined || !/^[0-9]+$/.test(value))
    return [0, value];
  const share = Number(value) + count / parts;
  return Number.isInteger(share * 20) ? [3, String(share)] : [0, value];
}

/** A number in digits or words, and how many pieces it takes. */
function numberAt(pieces: readonly Item[], at: number): [number, string] | undefined {
  const [only] = pieces[at]?.readings ?? [];
  const next = wordOf(pieces[at + 1]);
  if (only?.is === "number") {
    if (next === "hundred" && /^[1-9]$/.test(only.value)) return [2, `${only.value}00`];
    return next === "thousand" || next === "grand" ? [2, thousands(only.value)] : [1, only.value];
  }
  // "A hundred".
  const scale = wordOf(pieces[at]) === "a" ? LEX_WORDS.scales.get(next ?? "") : undefined;
  if (scale !== undefined) return [2, String(scale)];
  return only?.is === "word" ? wordNumber((step) => wordOf(pieces[at + step])) : undefined;
}

/** "u s d c", as a voice spells it. */
function spelledAt(
  pieces: readonly Item[],
  at: number,
  coins: ReadonlySet<string>,
): [number, Reading[]] | undefined {
  for (const length of [5, 4, 3, 2]) {
    const letters = Array.from({ length }, (_, step) => wordOf(pieces[at + step]) ?? "");
    const spelled = letters.join("");
    if (
      letters.every((letter) => letter.length === 1) &&
      (coins.has(spelled) || ["dca", "twap", "nav", "gmx"].includes(spelled))
    )
      return [length, [{ is: "word", value: spelled }]];
  }
  return undefined;
}

/** "Usdc/day". */
function perAt(pieces: readonly Item[], at: number): [number, Reading[]] | undefined {
  const [mark] = pieces[at]?.readings ?? [];
  const own =
    mark?.is === "mark" && mark.value === "/"
      ? LEX_WORDS.minutes.get(wordOf(pieces[at + 1]) ?? "")
      : undefined;
  return own === undefined ? undefined : [2, [{ is: "every", value: own }, PACE]];
}

/** "Every 30 minutes", "a day", "once an hour", "hourly", "half an hour". */
function paceAt(pieces: readonly Item[], at: number): [number, Reading[]] | undefined {
  const [word = "", next = "", third = "", fourth = ""] = [0, 1, 2, 3].map((step) =>
    wordOf(pieces[at + step]),
  );
  const every = (length: number, value: number): [number, Reading[]] => [
    length,
    [{ is: "every", value }],
  ];
  const unitOf = (text: string) => LEX_WORDS.minutes.get(text);
  const pace = LEX_WORDS.every.get(word);
  if (pace !== undefined) return every(1, pace);
  const unit = unitOf(third);
  if (word === "once" || word === "twice") {
    const [length, of] = EACH.includes(next) ? [3, unit] : [2, LEX_WORDS.every.get(next)];
    return of === undefined ? undefined : every(length, word === "once" ? of : of / 2);
  }
  if (word === "half") {
    const isArticle = next === "a" || next === "an";
    if (isArticle && (third === "percent" || third === "pct"))
      return [3, [{ is: "percent", value: "0.5" }]];
    const half = unitOf(isArticle ? third : next);
    if (half !== undefined) return [isArticle ? 3 : 2, [{ is: "minutes", value: half / 2 }]];
    return isArticle ? [2, [{ is: "number", value: "0.5" }]] : undefined;
  }
  if (!EACH.includes(word)) return undefined;
  const own = unitOf(next);
  if (word === "a" || word === "an")
    return own === undefined
      ? undefined
      : [2, [{ is: "every", value: own }, { is: "minutes", value: own }, PACE]];
  if (own !== undefined)
    return [2, [{ is: "every", value: own }, ...(word === "per" ? [PACE] : [])]];
  if (["other", "second"].includes(next) && unit !== undefined) return every(3, 2 * unit);
  if (next === "half" && unit !== undefined) return every(3, unit / 2);
  if (next === "half" && (third === "a" || third === "an") && unitOf(fourth) !== undefined)
    return every(4, (unitOf(fourth) ?? 0) / 2);
  const inner = numberAt(pieces, at + 1);
  const length =
    inner === undefined ? undefined : behindNumber(inner[1], pieces, at + 1 + inner[0], false);
  const [minutes] = length?.[1] ?? pieces[at + 1]?.readings ?? [];
  if (minutes?.is !== "minutes") return undefined;
  return every(1 + (inner?.[0] ?? 1) + (length?.[0] ?? 0), minutes.value);
}

function shareAt(pieces: readonly Item[], at: number): [number, Reading[]] | undefined {
  const [word = "", next = ""] = [0, 1].map((step) => wordOf(pieces[at + step]));
  if (word === "everything")
    return [
      1,
      [
        { is: "percent", value: "100" },
        { is: "word", value: word },
      ],
    ];
  const isArticle = word === "a" || word === "an";
  const name = isArticle ? next : word;
  const of = LEX_WORDS.parts.get(name);
  if (of === undefined) return undefined;
  const length = isArticle ? 2 : 1;
  const share = partOf("1", String(of));
  const ofOne = oneBehind(pieces, at + length);
  if (ofOne > 0) return [length + ofOne, [{ is: "number", value: ofHundred(share) }]];
  return [
    length,
    [
      { is: "percent", value: share },
      { is: "word", value: name },
    ],
  ];
}

/** "Order 7", "#7", "twap no. 3". */
function orderAt(
  pieces: readonly Item[],
  at: number,
  coins: ReadonlySet<string>,
): [number, Reading[]] | undefined {
  const textAt = (step: number) => {
    const [only] = pieces[at + step]?.readings ?? [];
    return only?.is === "word" || only?.is === "mark" ? only.value : undefined;
  };
  let step = 0;
  const noun = textAt(0) ?? "";
  if (["order", "orders", "twap", "trigger", "dca", "strategy"].includes(noun)) step += 1;
  if (step === 1 && textAt(1) === "order") step += 1;
  const isNamed = (step === 0 ? ["number"] : ["no", "number", "id", "nr", "num"]).includes(
    textAt(step) ?? "",
  );
  if (isNamed) step += 1;
  if (step > 0 && (textAt(step) === "." || textAt(step) === "=")) step += 1;
  if (textAt(step) === "#") step += 1;
  if (step === 0) return undefined;
  const numbered = numberAt(pieces, at + step);
  const behind = textAt(step + (numbered?.[0] ?? 0)) ?? "";
  if (numbered === undefined || !/^[1-9][0-9]{0,8}$/.test(numbered[1])) return undefined;
  // "Twap 5 slices", "dca 60 a day".
  if (!isNamed && (noun === "twap" || noun === "dca") && OF_A_TRADE.includes(behind))
    return undefined;
  // "Twap 5 eth in 10 slices", also of a token that is not known.
  if (
    noun !== "trigger" &&
    !isNamed &&
    INTO.includes(textAt(step + (numbered?.[0] ?? 0) + 1) ?? "")
  )
    return undefined;
  if (
    coins.has(behind) ||
    LEX_WORDS.short.get(behind) !== undefined ||
    LEX_WORDS.minutes.has(behind)
  )
    return undefined;
  return [
    step + numbered[0],
    [
      { is: noun === "trigger" ? "trigger" : "order", value: numbered[1] },
      ...(noun === "#" ? [{ is: "mark" as const, value: "#" }] : []),
    ],
  ];
}

function behindNumber(
  value: string,
  pieces: readonly Item[],
  at: number,
  isWord: boolean,
): [number, Reading[]] | undefined {
  const [mark] = pieces[at]?.readings ?? [];
  // "Ninety-minute intervals".
  const [hyphened] =
    mark?.is === "mark" && mark.value === "-"
      ? [LEX_WORDS.minutes.get(wordOf(pieces[at + 1]) ?? "")]
      : [];
  if (hyphened !== undefined) return [2, lengthOf(value, hyphened)];
  const [next, third] = [wordOf(pieces[at]), wordOf(pieces[at + 1])];
  const below = numberAt(pieces, at + 1);
  if (mark?.is === "mark" && mark.value === "/" && below !== undefined)
    return [1 + below[0], [{ is: "fraction", value: partOf(value, below[1]) }]];
  if (next === undefined) return undefined;
  const isGlued = pieces[at]?.start === pieces[at - 1]?.end;
  const unit = next === "m" ? undefined : LEX_WORDS.minutes.get(next);
  if (unit !== undefined && !(isGlued && next.length === 1)) {
    const readings = lengthOf(value, unit);
    return [1, readings];
  }
  const each = LEX_WORDS.minutes.get(third ?? "");
  if (isWord && EACH.includes(next) && each !== undefined)
    return [2, [{ is: "every", value: each }]];
  if (/^(?:m|mm|mio|mil|mln|million|millions|billion|billions)$/.test(next)) return [1, [ODD]];
  if (next === "basis" && third === "points") return [2, [{ is: "bps", value }]];
  if (next === "percent" || next === "pct") return [1, [{ is: "percent", value }]];
  if (next === "dollars" || next === "bucks" || next === "usd")
    return [1, [{ is: "dollars", value }]];
  if (next === "bps" || next === "gwei") return [1, [{ is: next, value }]];
  if (next === "x") return [1, [{ is: "times", value }]];
  const part = LEX_WORDS.parts.get(next);
  if (part === undefined || Number(value) > part || (!isWord && value === "1")) return undefined;
  const share = partOf(value, String(part));
  const ofOne = oneBehind(pieces, at + 1);
  return ofOne > 0
    ? [1 + ofOne, [{ is: "number", value: ofHundred(share) }]]
    : [1, [{ is: "fraction", value: share }]];
}

/**
 * "Of a", "of 1": how many pieces of it stand here. A part of one is a number, and no share of what
 * is held.
 */
function oneBehind(pieces: readonly Item[], at: number): number {
  if (wordOf(pieces[at]) !== "of") return 0;
  const [one] = pieces[at + 1]?.readings ?? [];
  return ["a", "an", "one"].includes(wordOf(pieces[at + 1]) ?? "") ||
    (one?.is === "number" && one.value === "1")
    ? 2
    : 0;
}

const ofHundred = (percent: string): string => String(Number(percent) / 100);

/** A part as a percentage with four decimals, rounded down. */
function partOf(above: string, below: string): string {
  if (!/^\d{1,6}$/.test(above) || !/^[1-9]\d{0,5}$/.test(below)) return "0";
  const part = (BigInt(above) * 1_000_000n) / BigInt(below);
  const fraction = String(part % 10_000n)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${part / 10_000n}${fraction === "" ? "" : `.${fraction}`}`;
}
