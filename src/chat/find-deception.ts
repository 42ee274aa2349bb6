/** Why a text may not be what its reader sees. */
export type Deception = "hidden_characters" | "look_alike_characters";

/**
 * What shows as nothing or moves other text about: format characters (zero-width, bidirectional),
 * controls but tab and line breaks, unassigned and private ones, lone surrogates, spaces but the
 * two ordinary ones, the blank Braille cell.
 */
const HIDDEN =
  /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\n\r\t])\p{Cc}|(?![ \u00a0])\p{Zs}/u;

/** A word of two scripts, of which one is Latin: a Cyrillic "е" in "sell". */
const MIXED =
  /\p{Script=Latin}[\p{M}\p{Nd}_]*(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[\p{M}\p{Nd}_]*\p{Script=Latin}/u;

/**
 * Letters and digits that are Latin ones in another dress: mathematical, fullwidth letters,
 * circled, squared.
 */
const DRESSED =
  /[\u{1d400}-\u{1d7ff}\u{1fbf0}-\u{1fbf9}\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\u{1f130}-\u{1f189}]/u;

/**
 * A mark that sits on a letter and may hide or change it. Composed letters ("é") pass, they are
 * visibly others.
 */
const COMBINING = /[A-Za-z0-9]\p{M}/u;

/** The first reason not to take a text at its looks, or undefined. Linear in the text's length. */
export function findDeception(text: string): Deception | undefined {
  if (HIDDEN.test(text)) return "hidden_characters";
  const isDisguised = MIXED.test(text) || DRESSED.test(text) || COMBINING.test(text);
  return isDisguised ? "look_alike_characters" : undefined;
}
