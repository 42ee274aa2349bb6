import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import {
  type OperatorSettings,
  SETTINGS_DEFAULTS,
  SETTINGS_RANGES,
} from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { changeSetting } from "./change-setting.ts";
import { formatBps } from "./format-bps.ts";
import { parseBps } from "./parse-bps.ts";

type Change = ToleranceRequest & {
  operator: Address;
  /** Its audit log records what is loosened. */
  vault: Address;
  chainId: ChainId;
  /** In force when the call was read. */
  settings: OperatorSettings;
};

/** Says the result both ways. Refuses as `toleranceOf` does. */
export async function changeTolerance(
  deps: Deps,
  change: Change,
): Promise<Verdict<{ message: string }>> {
  const rule = SETTING_RULES[change.setting];
  const parsed = toleranceOf(change);
  if (!parsed.ok) return parsed;
  const { operator, vault, chainId, settings } = change;
  const changed = await changeSetting(deps, {
    ...{ operator, vault, chainId, settings },
    field: change.setting,
    value: parsed.value,
    ...(parsed.value !== null && rule.holdsMs !== null && { ttlMs: rule.holdsMs }),
  });
  if (!changed.ok) return changed;
  if (parsed.value === null)
    return allow({
      message: `${rule.what} is back at its default, ${formatBps(rule.defaultBps)}.`,
    });
  const until =
    rule.holdsMs === null
      ? ""
      : ` for the next ${rule.holdsMs / 60_000} minutes; then it returns to ` +
        `${formatBps(rule.defaultBps)}`;
  return allow({ message: `${rule.what} is now ${formatBps(parsed.value)}${until}.` });
}

/** `valueField` is what the request calls the value. */
export type ToleranceRequest = {
  setting: ToleranceSetting;
  value: string | undefined;
  reset: boolean | undefined;
  valueField: string;
};

/**
 * In basis points, null for its default: exactly one of a value and `reset: true` (decision D19).
 * Refuses with invalid_request. Routes call this before they look at credentials (decision D11).
 */
export function toleranceOf({
  setting,
  value,
  reset,
  valueField,
}: ToleranceRequest): Verdict<number | null> {
  if ((reset === true) === (value !== undefined)) {
    return refuse("invalid_request", `Give exactly one of ${valueField} and reset: true.`);
  }
  return value === undefined ? allow(null) : parseBps(value, SETTING_RULES[setting]);
}

/** Spec, "Operator settings"; decisions D17 and D19. */
export const SETTING_RULES = {
  slippageBps: {
    what: "Default slippage",
    ...SETTINGS_RANGES.slippageBps,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.slippageBps,
    holdsMs: null,
  },
  syncToleranceBps: {
    what: "Sync tolerance",
    ...SETTINGS_RANGES.syncToleranceBps,
    bareIntegers: "bps",
    defaultBps: SETTINGS_DEFAULTS.syncToleranceBps,
    holdsMs: null,
  },
  swapShieldBps: {
    what: "Swap Shield tolerance",
    ...SETTINGS_RANGES.swapShieldBps,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.swapShieldBps,
    holdsMs: 600_000,
  },
  navShieldBps: {
    what: "NAV Shield threshold",
    ...SETTINGS_RANGES.navShieldBps,
    bareIntegers: "percent",
    defaultBps: SETTINGS_DEFAULTS.navShieldBps,
    holdsMs: null,
  },
} as const;

type ToleranceSetting = keyof typeof SETTING_RULES;
