import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { parseBps } from "./parse-bps.ts";
import { SETTING_RULES, type ToleranceSetting } from "./setting-rules.ts";

/** `valueField` is what the request calls the value. */
export type ToleranceRequest = {
  setting: ToleranceSetting;
  value: string | undefined;
  reset: boolean | undefined;
  valueField: string;
};

/**
 * In basis points, null for its default: exactly one of a value and `reset: true` (decision 13). Refuses with invalid_request. Routes call
 * this before they look at credentials (decision 9).
 */
export function toleranceOf({ setting, value, reset, valueField }: ToleranceRequest): Verdict<number | null> {
  if ((reset === true) === (value !== undefined)) {
    return refuse("invalid_request", `Give exactly one of ${valueField} and reset: true.`);
  }
  return value === undefined ? allow(null) : parseBps(value, SETTING_RULES[setting]);
}
