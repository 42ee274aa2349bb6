import { CommandError } from "../command-error.ts";

const NOT_AN_INTEGER = "ERR value is not an integer or out of range";
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** As Redis reads a 64-bit integer: no spaces, no leading zeros, no plus. @throws CommandError */
export function parseInteger(text: string, refusal = NOT_AN_INTEGER): number | bigint {
  if (!/^(0|-?[1-9]\d*)$/.test(text)) throw new CommandError(refusal);
  if (text.length <= 15) return Number(text);
  const value = BigInt(text);
  if (value < MIN || value > MAX) throw new CommandError(refusal);
  return value;
}
