import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { WHOLE_BPS } from "../lib/whole-bps.ts";

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))? ?%$/;

/**
 * "all", "50%", or units of liquidity. Refuses with invalid_request what is more than there is, or nothing.
 * @example liquidityShare("25%", 1000n) // 250n
 */
export function liquidityShare(text: string, whole: bigint): Verdict<bigint> {
  const read = unitsOf(text, whole);
  if (read === undefined)
    return refuse("invalid_request", 'liquidityAmount: give "all", a percentage ("50%") or units of liquidity.');
  if (whole === 0n)
    return refuse("invalid_request", "tokenId: the position holds no liquidity any more. burn_position ends it.");
  if (read > 0n && read <= whole) return allow(read);
  return refuse("invalid_request", `liquidityAmount: it has to be more than 0 and at most the position's ${whole}.`, {
    liquidity: whole.toString(),
  });
}

function unitsOf(text: string, whole: bigint): bigint | undefined {
  if (/^all$/i.test(text)) return whole;
  if (/^[1-9]\d{0,38}$/.test(text)) return BigInt(text);
  const [, percent, fraction = ""] = PERCENT.exec(text) ?? [];
  if (percent === undefined) return undefined;
  const bps = BigInt(percent + fraction.padEnd(2, "0"));
  // A part rounded down to nothing is refused like nothing.
  return bps > WHOLE_BPS ? whole + 1n : (whole * bps) / WHOLE_BPS;
}
