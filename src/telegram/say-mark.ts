/** What stands before the words of a button that says them (say-button.ts). */
export const SAY_MARK = "say:";
