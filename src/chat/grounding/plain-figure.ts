import { readNumber } from "../read-number.ts";

/** A figure of a call as numbers of the words are written, without zeros at its end; undefined for whatever is no plain decimal. */
export const plainFigure = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? readNumber(text)?.value : undefined;
