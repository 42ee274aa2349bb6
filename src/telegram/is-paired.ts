import type { Pairing } from "./pairing-of.ts";

/** Whether any operator's pairing names this chat, a pairing that cannot be read among them. */
export const isPaired = ({ operators, unreadable }: Pairing): boolean => operators.length + unreadable.length > 0;
