import { MAX_UINT256 } from "./max-uint256.ts";
import { allow, refuse, type Verdict } from "./verdict.ts";

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
/** 78 digits hold any uint256. */
const MAX_DIGITS = 78;

/**
 * Plain decimals only: no sign, exponent, separator, space or bare point, and no more fractional digits than the token has. Zero is allowed.
 * Refuses with `invalid_request`.
 * @example parseUnits("1.5", 6) // 1500000n
 */
export function parseUnits(text: string, decimals: number): Verdict<bigint> {
  const [, whole, fraction = ""] = PLAIN_DECIMAL.exec(text.slice(0, MAX_DIGITS + 2)) ?? [];
  if (whole === undefined || whole.length + fraction.length > MAX_DIGITS || text.length > MAX_DIGITS + 1) {
    return refuse("invalid_request", 'The amount must be a plain decimal number as a string, for example "1.5".');
  }
  if (fraction.length > decimals) {
    return refuse("invalid_request", `The amount has ${fraction.length} decimals, the token has ${decimals}.`, {
      decimals,
    });
  }
  const base = BigInt(whole + fraction.padEnd(decimals, "0"));
  if (base > MAX_UINT256) return refuse("invalid_request", "The amount is larger than a token amount can be.");
  return allow(base);
}
