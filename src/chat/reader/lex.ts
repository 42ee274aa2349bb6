import { TIME_PIECES } from "../time-pieces.ts";
import { figure, plainNumber } from "./figure.ts";
import type { Item, Reading } from "./item.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { readingOf } from "./reading-of.ts";
import { ODD, together, wordOf } from "./together.ts";

const { day: DAY, clock: CLOCK, zone: ZONE } = TIME_PIECES;
const TIME =
  `(?:(?<day>${DAY}) )?(?:at )?(?<clock>${CLOCK}) ?(?<zone>${ZONE})(?![a-z0-9])(?: ` +
  `(?<later>${DAY})(?![a-z0-9-]))?`;
const PIECE = new RegExp(
  `(?<time>(?<![a-z0-9.])${TIME})|${
    /(?<address>0x(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b)|(?<venue>\b0x\b)|(?<dollar>\$ ?)?(?<digits>(?:(?<![a-z] )[24]|[13-9]|[1-9][0-9]{1,2})(?: 000|(?: [0-9]{3}){2,})(?![0-9.,a-z])|[0-9]+(?:[.,][0-9]+)*|\.[0-9]+)(?<unit>[a-z%$]*)(?:['’]s\b)?|(?<range>(?:\+ ?\/? ?-|±|plus (?:or )?minus) ?[0-9]+(?:\.[0-9]+)?%)|(?<with>\bw\/o?(?![a-z]))|(?<arrow>-+>|=>|→)|(?<word>[a-z][a-z0-9]*(?:['’][a-z]+)*(?:\.[a-z](?![a-z]))?)|(?<mark>[#,;:!?/<>@=()[\]{}|&_]|[.](?=\s|$)|-(?![0-9.]))|(?<blank>\s+)|(?<odd>.)/
      .source
  }`,
  "gsu",
);
const PAIR = /^([a-z]{3,5})(usdc|usdt|dai|w?eth)$/;
const OF_DOLLARS = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+$/;
const DOLLARS = /^ ?(?:usdc|usdt|dai|usd|dollars)\b/i;

/**
 * A message in typed items, once and for all: figures with their units and what else they may be,
 * lengths of time, paces, shares, orders, words. Each reading that an item can have is kept, and
 * none is added that its characters do not have ("10m" is minutes and no amount; "1.000" is no
 * number). `coins`: the symbols of tokens, in lower case. Linear in its length.
 */
export function lex(text: string, coins: ReadonlySet<string>): Item[] {
  // Of ASCII alone: the Kelvin sign has a "k" for its lower case.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pieces = [...lower.matchAll(PIECE)].flatMap((piece) => itemsOf(piece, text, coins));
  return merged(
    pieces.map((item, at) =>
      isCutOff(item, pieces[at + 1], coins) ? { ...item, readings: [ODD] } : item,
    ),
    coins,
  )
    .map((item): Item => {
      const said = wordOf(item);
      const letter = LEX_WORDS.letters.get(said ?? "");
      if (letter !== undefined) return { ...item, readings: [{ is: "word", value: letter }] };
      const coin = said === "ethereum" ? "eth" : said;
      return coin !== undefined && coins.has(coin)
        ? { ...item, readings: [...item.readings, { is: "coin", value: coin }] }
        : item;
    })
    .map((item, at, all) => ({
      ...item,
      ...(readingOf(all[at + 1], "coin") !== undefined && { isAmount: true as const }),
      ...(isCounted(all[at + 1], all[at + 2]) && { isCount: true as const }),
    }));
}

/** Whether a figure before these counts slices. */
const isCounted = (next: Item | undefined, behind: Item | undefined): boolean =>
  SLICES.test(readingOf(next, "word") ?? "") ||
  (readingOf(next, "every") !== undefined && SLICES.test(readingOf(behind, "word") ?? ""));
/** What an order is cut into. */
export const SLICES =
  /^(?:slice|part|piece|clip|chunk|tranche|time|trade|buy|sell|purchase|goe|run)s$/;

/** A number with letters right behind it that name no token ("1kk"). */
function isCutOff(item: Item, next: Item | undefined, coins: ReadonlySet<string>): boolean {
  const word = next?.start === item.end ? wordOf(next) : undefined;
  return (
    word !== undefined &&
    item.readings[0]?.is === "number" &&
    !coins.has(word) &&
    !LEX_WORDS.glued.has(word)
  );
}

function itemsOf(piece: RegExpMatchArray, text: string, coins: ReadonlySet<string>): Item[] {
  const {
    time,
    day,
    clock = "",
    zone = "",
    later,
    address,
    venue,
    dollar,
    digits,
    unit = "",
  } = piece.groups ?? {};
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
  if (range !== undefined)
    return one({ is: "range", value: `+-${range.replace(/[^0-9.%]/g, "")}` });
  if (led !== undefined) return one({ is: "word", value: led === "w/" ? "with" : "without" });
  if (arrow !== undefined) return one({ is: "word", value: "to" });
  if (mark !== undefined) return one({ is: "mark", value: mark });
  if (odd !== undefined) return one({ is: "odd", value: odd });
  if (digits === undefined) {
    const lower = (venue ?? word ?? "").replaceAll("’", "'");
    // "ETHUSDC": two tokens in one.
    const [, one = "", two = ""] = PAIR.exec(lower) ?? [];
    if (one !== "" && !coins.has(lower) && coins.has(one) && coins.has(two))
      return [one, two].map((value, at) => ({
        readings: [{ is: "word", value }],
        start: start + at * one.length,
        end: at === 0 ? start + one.length : end,
      }));
    const known = LEX_WORDS.short.get(lower);
    return (known?.split("_") ?? [lower]).map((value) => ({
      readings: [{ is: "word", value }],
      start,
      end,
    }));
  }
  const isOfDollars =
    OF_DOLLARS.test(digits) && (dollar !== undefined || DOLLARS.test(text.slice(end, end + 8)));
  const value = plainNumber(isOfDollars ? digits.replaceAll(",", "") : digits);
  if (value === undefined) return one({ is: "odd", value: piece[0] });
  return figure(value, dollar !== undefined, unit, start, end);
}

/**
 * Pieces that are one thing together ("30 minutes", "half an hour", "1/3", "order 7"), each put
 * together once.
 */
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
