import { parseInteger } from "./parse-integer.ts";
import { unsupported } from "./unsupported.ts";

/** An index, a limit or a time. @throws CommandError when it is no integer; Error beyond 2^53 */
export function parseCount(text: string): number {
  const value = Number(parseInteger(text));
  if (!Number.isSafeInteger(value)) throw unsupported([text]);
  return value;
}
