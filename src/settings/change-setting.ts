import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";

type Value = number | "autonomous" | "confirm";
type Change = {
  operator: Address;
  /** Its audit log records what is loosened. */
  vault: Address;
  chainId: ChainId;
  /** In force when the call was read. */
  settings: OperatorSettings;
  field: Exclude<keyof OperatorSettings, "lossDayBps" | "lossWeekBps" | "syncDayBps">;
  value: Value | null;
  ttlMs?: number | undefined;
};

const MAX_TRIES = 4;

/**
 * The audit entry names the value before: where that changed, the change is made again.
 * @throws store_unavailable; conflict when it keeps changing
 */
export async function changeSetting(deps: Deps, { settings, vault, chainId, ...change }: Change): Promise<void> {
  let was: Value = settings[change.field] ?? SETTINGS_DEFAULTS[change.field];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const saved = await saveSetting.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...change,
      expected: { vault, chainId, was },
    });
    if (saved.ok) return;
    was = saved.was === "autonomous" || saved.was === "confirm" ? saved.was : Number(saved.was);
  }
  throw new AppError("conflict", "The setting is being changed elsewhere. Please try again.");
}
