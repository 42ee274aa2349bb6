import { mayBeThousands } from "../may-be-thousands.ts";
import { zeroOf } from "../zero-of.ts";
import { FIGURE_WORDS } from "./figure-words.ts";

/**
 * What a message in any language is made of. A figure is a decimal without leading or trailing zeros; `word` is lower case. `text` of a
 * figure is as it was written, and `isSaid` where it was written as a word.
 */
export type OwnItem =
  | { kind: "figure"; value: string; text: string; isSaid: boolean }
  | { kind: "word" | "address" | "mark"; text: string };

const PIECE =
  /0x[0-9a-f]{16,64}(?![\p{L}\p{Nd}])|0x(?![\p{L}\p{Nd}])|\.?\p{Nd}[\p{Nd}.,]*|[\p{L}\p{M}]+(?:['’._-]?[\p{L}\p{M}\p{Nd}]+)*|\S/giu;
/** Articles and prepositions that run into the word behind them. */
const ELIDED = /^(?:l|d|j|s|c|qu|un|all|dell)['’](?=\p{L})/u;
const THOUSANDS: ReadonlyMap<string, number> = new Map(
  [
    ["k", 3],
    ["тыс", 3],
    ["tsd", 3],
    ["千", 3],
    ["万", 4],
    ["million", 6],
    ["millions", 6],
    ["mio", 6],
    ["млн", 6],
  ].map(([word, zeros]) => [String(word), Number(zeros)] as const),
);

/** Undefined where a number of it can be read in two ways or not at all, or its digits are of two scripts: then nothing may be relied on. */
export function ownItems(text: string): OwnItem[] | undefined {
  const items: OwnItem[] = [];
  let script: number | undefined;
  let end = -1;
  for (const found of text.matchAll(PIECE)) {
    const [piece] = found;
    const isGlued = found.index === end;
    end = found.index + piece.length;
    const lower = piece.toLowerCase();
    const before = items.at(-1);
    if (/^0x[0-9a-f]{16}/i.test(piece)) items.push({ kind: "address", text: lower });
    else if (lower === "0x") items.push({ kind: "word", text: lower });
    // "1e3".
    else if (isGlued && before?.kind === "figure" && /^\p{L}.*\p{Nd}/u.test(piece)) return undefined;
    else if (/^\.?\p{Nd}/u.test(piece)) {
      const figure = figureOf(piece.replace(/[.,]+$/, ""));
      if (figure === undefined || (script !== undefined && figure.zero !== script)) return undefined;
      script = figure.zero;
      items.push({ kind: "figure", value: figure.value, text: piece.replace(/[.,]+$/, ""), isSaid: false });
      if (/[.,]$/.test(piece)) items.push({ kind: "mark", text: piece.slice(-1) });
    } else if (/^\p{L}/u.test(piece)) {
      const word = lower.replaceAll("’", "'").replace(ELIDED, "");
      const zeros = THOUSANDS.get(word);
      const said = FIGURE_WORDS.get(word);
      if (zeros !== undefined && before?.kind === "figure")
        items[items.length - 1] = { ...before, value: shifted(before.value, zeros), text: `${before.text}${piece}` };
      else if (said === undefined) items.push({ kind: "word", text: word });
      else items.push({ kind: "figure", value: said, text: piece, isSaid: true });
    } else items.push({ kind: "mark", text: piece });
  }
  return items;
}

/** "1,000" is a thousand and "1,5" one and a half; "1.000" is either. */
function figureOf(text: string): { value: string; zero: number } | undefined {
  const points = [...text].filter((letter) => !".,".includes(letter)).map((letter) => letter.codePointAt(0) ?? 0);
  const zero = zeroOf(points[0] ?? 0);
  if (zero === undefined || points.some((point) => zeroOf(point) !== zero)) return undefined;
  const plain = [...text]
    .map((letter) => (".,".includes(letter) ? letter : (letter.codePointAt(0) ?? 0) - zero))
    .join("");
  const decimal = decimalOf(plain);
  if (decimal === undefined) return undefined;
  const [whole = "", fraction = ""] = decimal.split(".");
  if (/^0[0-9]/.test(whole)) return undefined;
  return { value: trimmed(whole, fraction), zero };
}

function decimalOf(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  if (/^\d*\.\d+$/.test(text)) return mayBeThousands(text) ? undefined : text;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.startsWith("0") ? undefined : text.replaceAll(",", "");
  if (/^\d+,\d+$/.test(text)) return text.replace(",", ".");
  const isEuropean = /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(text);
  return isEuropean && !text.startsWith("0") ? text.replaceAll(".", "").replace(",", ".") : undefined;
}

const shifted = (value: string, zeros: number): string => {
  const [whole = "", fraction = ""] = value.split(".");
  return trimmed(whole + fraction.padEnd(zeros, "0").slice(0, zeros), fraction.slice(zeros));
};

const trimmed = (whole: string, fraction: string): string => {
  const [before, after] = [whole.replace(/^0+(?=\d)/, ""), fraction.replace(/0+$/, "")];
  return `${before === "" ? "0" : before}${after === "" ? "" : `.${after}`}`;
};
