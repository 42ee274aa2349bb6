import { CommandError } from "../command-error.ts";
import { unsupported } from "./unsupported.ts";

const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INFINITY = /^[+-]?inf(inity)?$/i;

/**
 * A score that is stored. Here they are times in ms, nonces and numbers: integers, which every
 * version of Redis writes alike.
 * @throws CommandError when it is no number; Error for every other number
 */
export function parseScore(text: string): number {
  if (/^(0|-?[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  if (FLOAT.test(text) || INFINITY.test(text)) throw unsupported(["score", text]);
  throw new CommandError("ERR value is not a valid float");
}
