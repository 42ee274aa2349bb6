/** Before the words of a button (say-button.ts). */
export const SAY_MARK = "say:";
