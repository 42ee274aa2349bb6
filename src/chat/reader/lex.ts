import { TIME_PIECES } from "../time-pieces.ts";
import { figure, lengthOf, plainNumber, thousands } from "./figure.ts";
import type { Item, Reading } from "./item.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { wordNumber } from "./word-number.ts";

const { day: DAY, clock: CLOCK, zone: ZONE } = TIME_PIECES;
const TIME = `(?:(?<day>${DAY}) )?(?:at )?(?<clock>${CLOCK}) ?(?<zone>${ZONE})(?![a-z0-9])(?: (?<later>${DAY})(?![a-z0-9-]))?`;
const PIECE = new RegExp(
  `(?<time>(?<![a-z0-9.])${TIME})|${
    /(?<address>0x(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b)|(?<venue>\b0x\b)|(?<dollar>\$ ?)?(?<digits>(?:(?<![a-z] )[24]|[13-9]|[1-9][0-9]{1,2})(?: 000|(?: [0-9]{3}){2,})(?![0-9.,a-z])|[0-9]+(?:[.,][0-9]+)*|\.[0-9]+)(?<unit>[a-z%$]*)(?:['’]s\b)?|(?<range>(?:\+ ?\/? ?-|±) ?[0-9]+(?:\.[0-9]+)?%)|(?<with>\bw\/o?(?![a-z]))|(?<arrow>-+>|=>|→)|(?<word>[a-z][a-z0-9]*(?:['’][a-z]+)*(?:\.[a-z](?![a-z]))?)|(?<mark>[#,;:!?/<>@=()[\]{}|&_]|[.](?=\s|$)|-(?![0-9.]))|(?<blank>\s+)|(?<odd>.)/
      .source
  }`,
  "gsu",
);
const OF_DOLLARS = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+$/;
const DOLLARS = /^ ?(?:usdc|usdt|dai|usd|dollars)\b/i;
const OF_A_TRADE =
  "a an per every each daily hourly weekly slices slice parts part clips clip pieces chunks tranches times x of usd dollars bucks".split(
    " ",
  );
const EACH = ["every", "each", "per", "a", "an"];

/**
 * A message in typed items, once and for all: figures with their units and what else they may be, lengths of time, paces, shares, orders, words. Each reading that an item
 * can have is kept, and none is added that its characters do not have ("10m" is minutes and no amount; "1.000" is no number). `coins`: the symbols of
 * tokens, in lower case. Linear in its length.
 */
export function lex(text: string, coins: ReadonlySet<string>): Item[] {
  // Of ASCII alone: the Kelvin sign has a "k" for its lower case.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pieces = withoutKeys([...lower.matchAll(PIECE)].flatMap((piece) => itemsOf(piece, text)));
  return merged(
    pieces.map((item, at) => (isCutOff(item, pieces[at + 1], coins) ? { ...item, readings: [ODD] } : item)),
    coins,
  ).map((item) => {
    const said = wordOf(item);
    const letter = LEX_WORDS.letters.get(said ?? "");
    if (letter !== undefined) return { ...item, readings: [{ is: "word", value: letter }] };
    const coin = said === "ethereum" ? "eth" : said;
    return coin !== undefined && coins.has(coin)
      ? { ...item, readings: [...item.readings, { is: "coin", value: coin }] }
      : item;
  });
}

/** "amountIn=5 every=30m": a key as the word that leads to its value, without its sign. A sign that stands before a gap ("= ?") stays. */
function withoutKeys(pieces: readonly Item[]): Item[] {
  const isSign = (item: Item | undefined, mark: string) =>
    item?.readings[0]?.is === "mark" && item.readings[0].value === mark;
  return pieces.flatMap((item, at) => {
    const next = pieces[at + 1];
    if (isSign(item, "=")) return isSign(next, "?") || at === 0 ? [item] : [];
    const key = isSign(next, "=") && !isSign(pieces[at + 2], "?") ? LEX_WORDS.keys.get(wordOf(item) ?? "") : undefined;
    return key === undefined
      ? [item]
      : key.split("_").map((value) => ({ ...item, readings: [{ is: "word" as const, value }] }));
  });
}

const ODD: Reading = { is: "odd", value: "" };

/** A number with letters right behind it that name no token ("1kk"). */
function isCutOff(item: Item, next: Item | undefined, coins: ReadonlySet<string>): boolean {
  const word = next?.start === item.end ? wordOf(next) : undefined;
  return word !== undefined && item.readings[0]?.is === "number" && !coins.has(word) && !LEX_WORDS.glued.has(word);
}

function itemsOf(piece: RegExpMatchArray, text: string): Item[] {
  const { time, day, clock = "", zone = "", later, address, venue, dollar, digits, unit = "" } = piece.groups ?? {};
  const { range, with: led, arrow, word, mark, blank, odd } = piece.groups ?? {};
  const [start, end] = [piece.index ?? 0, (piece.index ?? 0) + piece[0].length];
  const one = (...readings: Reading[]): Item[] => [{ readings, start, end }];
  if (blank !== undefined) return [];
  if (time !== undefined)
    return day !== undefined && later !== undefined
      ? one({ is: "odd", value: time })
      : one({
          is: "time",
          value: { day: day ?? later, clock, zone },
        });
  if (address !== undefined) return one({ is: "address", value: text.slice(start, end) });
  if (range !== undefined) return one({ is: "range", value: `+-${range.replace(/[^0-9.%]/g, "")}` });
  if (led !== undefined) return one({ is: "word", value: led === "w/" ? "with" : "without" });
  if (arrow !== undefined) return one({ is: "word", value: "to" });
  if (mark !== undefined) return one({ is: "mark", value: mark });
  if (odd !== undefined) return one({ is: "odd", value: odd });
  if (digits === undefined) {
    const lower = (venue ?? word ?? "").replaceAll("’", "'");
    const known = LEX_WORDS.short.get(lower);
    return (known?.split("_") ?? [lower]).map((value) => ({ readings: [{ is: "word", value }], start, end }));
  }
  const isOfDollars = OF_DOLLARS.test(digits) && (dollar !== undefined || DOLLARS.test(text.slice(end, end + 8)));
  const value = plainNumber(isOfDollars ? digits.replaceAll(",", "") : digits);
  if (value === undefined) return one({ is: "odd", value: piece[0] });
  return figure(value, dollar !== undefined, unit, start, end);
}

function wordOf(item: Item | undefined): string | undefined {
  const [only] = item?.readings ?? [];
  return only?.is === "word" ? only.value : undefined;
}

/** Pieces that are one thing together ("30 minutes", "half an hour", "1/3", "order 7"), each put together once. */
function merged(pieces: readonly Item[], coins: ReadonlySet<string>): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < pieces.length; ) {
    const [length, readings] = together(pieces, at, coins);
    const [first, last] = [pieces[at], pieces[at + length - 1]];
    if (first !== undefined && last !== undefined)
      items.push({ readings: readings ?? first.readings, start: first.start, end: last.end });
    at += length;
  }
  return items;
}

/** How many pieces from this place are one item, and what it is. */
function together(pieces: readonly Item[], at: number, coins: ReadonlySet<string>): [number, Reading[]?] {
  const numbered = numberAt(pieces, at);
  if (numbered !== undefined) {
    const [length, value] = numbered;
    const behind = behindNumber(value, pieces, at + length, wordOf(pieces[at]) === "one");
    const said = length === 1 ? wordOf(pieces[at]) : undefined;
    const alone: Reading[] = [
      { is: "number", value },
      ...(said === undefined ? [] : [{ is: "word" as const, value: said }]),
    ];
    return behind === undefined ? [length, alone] : [length + behind[0], behind[1]];
  }
  const [word, next] = [0, 1].map((step) => wordOf(pieces[at + step]));
  if (word === undefined) return orderAt(pieces, at, coins) ?? [1];
  if (word.length === 1) {
    const spelled = spelledAt(pieces, at, coins);
    if (spelled !== undefined) return spelled;
  }
  const name = LEX_WORDS.names.get(`${word}_${next}`);
  if (name !== undefined) return [2, [{ is: "word", value: name }]];
  return paceAt(pieces, at) ?? shareAt(pieces, at) ?? orderAt(pieces, at, coins) ?? [1];
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
function spelledAt(pieces: readonly Item[], at: number, coins: ReadonlySet<string>): [number, Reading[]] | undefined {
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

/** "Every 30 minutes", "a day", "once an hour", "hourly", "half an hour". */
function paceAt(pieces: readonly Item[], at: number): [number, Reading[]] | undefined {
  const [word = "", next = "", third = "", fourth = ""] = [0, 1, 2, 3].map((step) => wordOf(pieces[at + step]));
  const every = (length: number, value: number): [number, Reading[]] => [length, [{ is: "every", value }]];
  const unitOf = (text: string) => LEX_WORDS.minutes.get(text);
  const pace = LEX_WORDS.every.get(word);
  if (pace !== undefined) return every(1, pace);
  const unit = unitOf(third);
  if ((word === "once" || word === "twice") && EACH.includes(next) && unit !== undefined)
    return every(3, word === "once" ? unit : unit / 2);
  if (word === "half") {
    const isArticle = next === "a" || next === "an";
    if (isArticle && (third === "percent" || third === "pct")) return [3, [{ is: "percent", value: "0.5" }]];
    const half = unitOf(isArticle ? third : next);
    if (half !== undefined) return [isArticle ? 3 : 2, [{ is: "minutes", value: half / 2 }]];
    return isArticle ? [2, [{ is: "number", value: "0.5" }]] : undefined;
  }
  if (!EACH.includes(word)) return undefined;
  const own = unitOf(next);
  if (word === "a" || word === "an")
    return own === undefined
      ? undefined
      : [
          2,
          [
            { is: "every", value: own },
            { is: "minutes", value: own },
            { is: "word", value: "per" },
          ],
        ];
  if (own !== undefined)
    return [2, [{ is: "every", value: own }, ...(word === "per" ? [{ is: "word" as const, value: word }] : [])]];
  if (["other", "second"].includes(next) && unit !== undefined) return every(3, 2 * unit);
  if (next === "half" && unit !== undefined) return every(3, unit / 2);
  if (next === "half" && (third === "a" || third === "an") && unitOf(fourth) !== undefined)
    return every(4, (unitOf(fourth) ?? 0) / 2);
  const inner = numberAt(pieces, at + 1);
  const length = inner === undefined ? undefined : behindNumber(inner[1], pieces, at + 1 + inner[0], false);
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
function orderAt(pieces: readonly Item[], at: number, coins: ReadonlySet<string>): [number, Reading[]] | undefined {
  const textAt = (step: number) => {
    const [only] = pieces[at + step]?.readings ?? [];
    return only?.is === "word" || only?.is === "mark" ? only.value : undefined;
  };
  let step = 0;
  const noun = textAt(0) ?? "";
  if (["order", "orders", "twap", "trigger", "dca", "strategy"].includes(noun)) step += 1;
  if (step === 1 && textAt(1) === "order") step += 1;
  const isNamed = (step === 0 ? ["number"] : ["no", "number", "id", "nr", "num"]).includes(textAt(step) ?? "");
  if (isNamed) step += 1;
  if (step > 0 && (textAt(step) === "." || textAt(step) === "=")) step += 1;
  if (textAt(step) === "#") step += 1;
  if (step === 0) return undefined;
  const numbered = numberAt(pieces, at + step);
  const behind = textAt(step + (numbered?.[0] ?? 0)) ?? "";
  if (numbered === undefined || !/^[1-9][0-9]{0,8}$/.test(numbered[1])) return undefined;
  // "Twap 5 slices", "dca 60 a day".
  if (!isNamed && (noun === "twap" || noun === "dca") && OF_A_TRADE.includes(behind)) return undefined;
  // "Twap 5 eth in 10 slices".
  if (coins.has(behind) || LEX_WORDS.short.get(behind) !== undefined || LEX_WORDS.minutes.has(behind)) return undefined;
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
    mark?.is === "mark" && mark.value === "-" ? [LEX_WORDS.minutes.get(wordOf(pieces[at + 1]) ?? "")] : [];
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
  if (isWord && EACH.includes(next) && each !== undefined) return [2, [{ is: "every", value: each }]];
  if (/^(?:m|mm|mio|mil|mln|million|millions|billion|billions)$/.test(next)) return [1, [ODD]];
  if (next === "percent" || next === "pct") return [1, [{ is: "percent", value }]];
  if (next === "dollars" || next === "bucks" || next === "usd") return [1, [{ is: "dollars", value }]];
  if (next === "bps" || next === "gwei") return [1, [{ is: next, value }]];
  if (next === "x") return [1, [{ is: "times", value }]];
  const part = LEX_WORDS.parts.get(next);
  if (part === undefined || Number(value) > part || (!isWord && value === "1")) return undefined;
  const share = partOf(value, String(part));
  const ofOne = oneBehind(pieces, at + 1);
  return ofOne > 0 ? [1 + ofOne, [{ is: "number", value: ofHundred(share) }]] : [1, [{ is: "fraction", value: share }]];
}

/** "Of a", "of 1": how many pieces of it stand here. A part of one is a number, and no share of what is held. */
function oneBehind(pieces: readonly Item[], at: number): number {
  if (wordOf(pieces[at]) !== "of") return 0;
  const [one] = pieces[at + 1]?.readings ?? [];
  return ["a", "an", "one"].includes(wordOf(pieces[at + 1]) ?? "") || (one?.is === "number" && one.value === "1")
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
