import { decimalAmount } from "../../../schemas/primitives.ts";
import { mayBeThousands } from "../may-be-thousands.ts";
import { zeroOf } from "../zero-of.ts";

const POINT = 0x2e;

/**
 * A plain decimal number in ASCII digits, from digits of one script and at most one full stop. Undefined for anything
 * else: mixed scripts, signs, separators, leading zeros ("007"), a bare point (".5"), what may be
 * thousands ("1.000").
 */
export function readNumeral(run: string): string | undefined {
  let zero: number | undefined;
  let ascii = "";
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at);
    if (code === POINT) {
      ascii += ".";
      continue;
    }
    const zeroOfScript = zeroOf(code);
    if (zeroOfScript === undefined || (zero !== undefined && zero !== zeroOfScript)) return undefined;
    zero = zeroOfScript;
    ascii += String(code - zeroOfScript);
  }
  return decimalAmount.safeParse(ascii).success && !mayBeThousands(ascii) ? ascii : undefined;
}
