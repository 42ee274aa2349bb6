import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { formatBps } from "../settings/format-bps.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";
import {
  renderSettings,
  type SettingsOfOperator,
  settingsButtons,
  TIGHTER_STEPS,
  type Tighter,
} from "./render-settings.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

/**
 * With buttons for what lets less through.
 * @throws store_unavailable
 */
export async function settingsAnswer(scene: ChatScene, before?: string): Promise<ChatAnswer> {
  const operators = await loadSettings(scene);
  const html = renderSettings(operators);
  return {
    html: before === undefined ? html : `${before}\n\n${html}`,
    buttons: operators.length === 0 ? [] : settingsButtons(operators),
  };
}

const AT_ONCE = 4;
/** Of an operator without a known vault: all settings but the loss budget are the operator's own. */
const ANY_VAULT = { chainId: DEFAULT_CHAIN_ID, vault: `0x${"0".repeat(40)}` } as const;

/**
 * Of every operator of the chat, with the loss budget of each of its vaults.
 * @throws store_unavailable
 */
export const loadSettings = ({ deps, pairing }: ChatScene): Promise<SettingsOfOperator[]> =>
  inParallel(AT_ONCE, pairing.operators, async (operator) => {
    const vaults = pairing.vaults.filter((one) => one.operator === operator);
    const read = async ({ chainId, vault }: Pick<(typeof vaults)[number], "chainId" | "vault">) => {
      const of = { nowMs: deps.clock.nowMs(), chainId, vault, operator };
      const { settings } = await loadCallContext.run(deps.redis, deps.keys, of);
      return { chainId, vault, settings };
    };
    const budgets = await inParallel(1, vaults, read);
    const { settings } = budgets[0] ?? (await read(ANY_VAULT));
    return { operator, settings, budgets };
  });

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
