import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { formatBps } from "../settings/format-bps.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { loadSettings } from "./load-settings.ts";
import type { Tighter } from "./read-tighter.ts";
import { TIGHTER_STEPS } from "./render-settings.ts";
import { settingsAnswer } from "./settings-answer.ts";

/**
 * A button lasts, and what was tighter once may be looser now: then nothing is changed. Of the shields the script itself refuses what lets
 * more through than at that moment.
 * @throws store_unavailable
 */
export async function tighten(scene: ChatScene, { field, valueBps, operator }: Tighter): Promise<ChatAnswer> {
  const { deps } = scene;
  const of = (await loadSettings(scene)).find((one) => one.operator === operator);
  if (of === undefined) return { html: "This chat does not speak for that operator (any more)." };
  const now = of.settings[field] ?? SETTINGS_DEFAULTS[field];
  const { label } = TIGHTER_STEPS[field];
  const kept = `${label} is ${formatBps(now)} already: a looser value takes a signature.`;
  if (valueBps >= now) return { html: kept };
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), operator };
  // The raise of the Swap Shield is ended, not replaced.
  const value = field === "swapShieldBps" ? null : valueBps;
  const saved = await saveSetting.run(deps.redis, deps.keys, { ...call, field, value });
  if (!saved.ok) return { html: "The setting is being changed elsewhere. Look at /settings again." };
  return settingsAnswer(scene, `🔒 ${label} is now ${formatBps(valueBps)}.`);
}
