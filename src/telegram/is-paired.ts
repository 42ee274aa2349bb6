import type { Pairing } from "./pairing-of.ts";

/** Whether this chat speaks for any operator; one whose pairing cannot be read counts. */
export const isPaired = ({ operators, unreadable }: Pairing): boolean => operators.length + unreadable.length > 0;
