import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";

type Value = number | "autonomous" | "confirm";
type Change = {
  operator: Address;
  /** The vault whose audit log records it where it loosens something. */
  vault: Address;
  chainId: ChainId;
  /** In force when the call was read. */
  settings: OperatorSettings;
  field: Exclude<keyof OperatorSettings, "lossDayBps" | "lossWeekBps" | "syncDayBps">;
  value: Value | null;
  ttlMs?: number | undefined;
};

/** Another change may come in between a few times, never for ever. */
const MAX_TRIES = 4;

/**
 * Changes one setting of a verified operator. The audit entry names the value before: where that is another by now, the change is
 * made again against what is there.
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
