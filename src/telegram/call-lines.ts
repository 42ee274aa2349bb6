import type { DebugCall } from "../../schemas/debug-call.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { cut } from "./escape-html.ts";

/** Selector and first arguments; the whole stays in the outbox. */
const MAX_DATA_CHARS = 330;

/** Part by part, for debugging. `maxDataChars`: of the data, with its 0x. */
export function callLines(call: DebugCall, maxDataChars = MAX_DATA_CHARS): string[] {
  return (["to", "from", "value", "data"] as const).map((part) => {
    const text = call[part];
    if (text === null) return `${part}: not known`;
    return part === "data" ? `data: ${dataText(text, maxDataChars)}` : `${part}: <code>${cut(text, 68)}</code>`;
  });
}

function dataText(data: string, maxDataChars: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(data)) return `not hex (${data.length} characters)`;
  // Not sanitized: that would shorten long hex to nothing.
  const shown = `<code>${data.slice(0, maxDataChars)}</code>`;
  return data.length > maxDataChars ? `${shown}… (cut, ${Math.floor(data.length / 2) - 1} bytes in all)` : shown;
}

/** Of every message that may be delivered twice: its reader then knows that it is the same. */
export const visibleIdLine = async (id: string): Promise<string> => `<code>${await visibleId(id)}</code>`;

/**
 * The same however often a notification is delivered.
 * @example await visibleId("twap:0x..:1:1:1700000000000:slice_executed") // "#" and eight hex digits
 */
export const visibleId = async (id: string): Promise<string> => `#${(await sha256Hex(id)).slice(0, 8)}`;
