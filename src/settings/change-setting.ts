import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import {
  type OperatorSettings,
  SETTINGS_DEFAULTS,
  type SettingValue,
} from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";

type Change = {
  operator: Address;
  /** Its audit log records what is loosened. */
  vault: Address;
  chainId: ChainId;
  /** In force when the call was read. */
  settings: OperatorSettings;
  field: Exclude<keyof OperatorSettings, "lossDayBps" | "lossWeekBps" | "syncDayBps">;
  value: SettingValue | null;
  ttlMs?: number | undefined;
  /** Signed for this very change. */
  messageHash?: Hex | undefined;
};

const MAX_TRIES = 4;

/**
 * The audit entry names the value before: where that changed, the change is made again. Refuses
 * with auth_required where it takes a fresh signature, and with auth_signature_used.
 * @throws store_unavailable; conflict when it keeps changing
 */
export async function changeSetting(
  deps: Deps,
  { settings, vault, chainId, ...change }: Change,
): Promise<Verdict<undefined>> {
  let was: SettingValue = settings[change.field] ?? SETTINGS_DEFAULTS[change.field];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const saved = await saveSetting.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...change,
      expected: { vault, chainId, was },
    });
    if (saved.ok) return allow(undefined);
    if (saved.code !== "other_value") return REFUSALS[saved.code];
    was = /^[0-9]+$/.test(saved.was)
      ? Number(saved.was)
      : (saved.was as Extract<SettingValue, string>);
  }
  throw new AppError("conflict", "The setting is being changed elsewhere. Please try again.");
}

const REFUSALS = {
  fresh_signature_needed: refuse(
    "auth_required",
    "Your approvals take a signature made for each, and so does this change.",
  ),
  signature_used: refuse(
    "auth_signature_used",
    "This signature was used already, and is good for once.",
  ),
};
