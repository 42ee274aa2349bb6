import { sha256Hex } from "../lib/sha256-of.ts";

/** Of every message that may be delivered twice: its reader then knows that it is the same. */
export const visibleIdLine = async (id: string): Promise<string> => `<code>${await visibleId(id)}</code>`;

/**
 * The same however often a notification is delivered.
 * @example await visibleId("twap:0x..:1:1:1700000000000:slice_executed") // "#" and eight hex digits
 */
export const visibleId = async (id: string): Promise<string> => `#${(await sha256Hex(id)).slice(0, 8)}`;
