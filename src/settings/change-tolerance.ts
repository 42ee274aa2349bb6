import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { OperatorSettings } from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { changeSetting } from "./change-setting.ts";
import { formatBps } from "./format-bps.ts";
import { SETTING_RULES } from "./setting-rules.ts";
import { type ToleranceRequest, toleranceOf } from "./tolerance-of.ts";

type Change = ToleranceRequest & {
  operator: Address;
  /** Its audit log records what is loosened. */
  vault: Address;
  chainId: ChainId;
  /** In force when the call was read. */
  settings: OperatorSettings;
};

/** Says the result both ways. Refuses as `toleranceOf` does. */
export async function changeTolerance(deps: Deps, change: Change): Promise<Verdict<{ message: string }>> {
  const rule = SETTING_RULES[change.setting];
  const parsed = toleranceOf(change);
  if (!parsed.ok) return parsed;
  const { operator, vault, chainId, settings } = change;
  await changeSetting(deps, {
    ...{ operator, vault, chainId, settings },
    field: change.setting,
    value: parsed.value,
    ...(parsed.value !== null && rule.holdsMs !== null && { ttlMs: rule.holdsMs }),
  });
  if (parsed.value === null)
    return allow({ message: `${rule.what} is back at its default, ${formatBps(rule.defaultBps)}.` });
  const until =
    rule.holdsMs === null
      ? ""
      : ` for the next ${rule.holdsMs / 60_000} minutes; then it returns to ${formatBps(rule.defaultBps)}`;
  return allow({ message: `${rule.what} is now ${formatBps(parsed.value)}${until}.` });
}
