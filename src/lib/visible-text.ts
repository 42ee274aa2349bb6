/** Format characters (zero-width, bidirectional) and what has no meaning: they show as nothing or move other text about. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

/** Text as its reader sees it, line by line: what is invisible goes. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, "");
