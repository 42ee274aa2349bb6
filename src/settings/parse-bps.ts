import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { formatBps } from "./format-bps.ts";

/** `field`: of the request, for programs; `what` is for people. */
type Rule = { what: string; field?: string; minBps: number; maxBps: number };

/**
 * "x%" is percent, "xbps" basis points; a bare number is basis points when `bareIntegers` is "bps"
 * and it is an integer within the range, else percent (decisions D17 and D19). Refuses with
 * invalid_request outside the range, and for more than two decimals of a percent.
 */
export function parseBps(
  text: string,
  rule: Rule & { bareIntegers: "bps" | "percent" },
): Verdict<number> {
  const wrong = (message: string) =>
    refuse(
      "invalid_request",
      message,
      rule.field === undefined ? undefined : { field: rule.field },
    );
  const match = /^\s*([0-9]{1,9})(?:\.([0-9]{1,20}))?\s*(%|bps)?\s*$/i.exec(text);
  if (match === null)
    return wrong(
      `${rule.what} must be a percentage such as ` +
        `"1%"${rule.bareIntegers === "bps" ? ' or basis points such as "100bps"' : ""}.`,
    );
  const [, whole = "", fraction = "", unit = ""] = match;
  const isInteger = fraction === "";
  if (unit.toLowerCase() === "bps" && (!isInteger || rule.bareIntegers === "percent")) {
    return wrong(`${rule.what} must be a percentage${isInteger ? "" : ", or whole basis points"}.`);
  }
  const inRangeAsBps = isInteger && Number(whole) >= rule.minBps && Number(whole) <= rule.maxBps;
  const asBps =
    unit.toLowerCase() === "bps" || (unit === "" && rule.bareIntegers === "bps" && inRangeAsBps);
  if (!asBps && /[1-9]/.test(fraction.slice(2)))
    return wrong(`${rule.what} may have at most two decimals of a percent.`);
  const bps = asBps
    ? Number(whole)
    : Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  if (bps < rule.minBps || bps > rule.maxBps) {
    return wrong(
      `${rule.what} must lie between ${formatBps(rule.minBps)} and ` +
        `${formatBps(rule.maxBps)}; ${formatBps(bps)} was given.`,
    );
  }
  return allow(bps);
}
