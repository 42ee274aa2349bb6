/** Format characters (zero-width, bidirectional) and what has no meaning. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

/** Line by line, without what is invisible. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, "");
