import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";
import { escapeHtml } from "./escape-html.ts";
import {
  renderSettings,
  type SettingsOfOperator,
  settingsButtons,
  TIGHTER_STEPS,
  type Tighter,
} from "./render-settings.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

/** The settings, with buttons. @throws store_unavailable */
export async function settingsAnswer(scene: ChatScene, before?: string): Promise<ChatAnswer> {
  const operators = await loadSettings(scene);
  const html = renderSettings(operators);
  return {
    html: before === undefined ? html : `${before}\n\n${html}`,
    buttons: operators.length === 0 ? [] : settingsButtons(operators),
  };
}

const AT_ONCE = 4;
/** All settings but the loss budget are the operator's, so any vault serves. */
const ANY_VAULT = { chainId: DEFAULT_CHAIN_ID, vault: `0x${"0".repeat(40)}` } as const;

/** @throws store_unavailable */
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
 * Makes a setting stricter; an old button's value may be looser by now, and then changes nothing.
 * @throws store_unavailable
 */
export async function tighten(
  scene: ChatScene,
  { field, valueBps, operator }: Tighter,
): Promise<ChatAnswer> {
  const { deps } = scene;
  const of = (await loadSettings(scene)).find((one) => one.operator === operator);
  if (of === undefined) return { html: "This chat does not speak for that operator (any more)." };
  const now = of.settings[field] ?? SETTINGS_DEFAULTS[field];
  const { label } = TIGHTER_STEPS[field];
  const kept = `${label} is ${formatBps(now)} already: a looser value takes a signature.`;
  if (valueBps >= now) return { html: kept };
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), operator };
  const value = field === "swapShieldBps" ? null : valueBps;
  const saved = await saveSetting.run(deps.redis, deps.keys, { ...call, field, value });
  if (!saved.ok)
    return { html: "The setting is being changed elsewhere. Look at /settings again." };
  return settingsAnswer(scene, `🔒 ${label} is now ${formatBps(valueBps)}.`);
}

/**
 * Each trade now waits for its operator. A chat cannot undo it: a thief of the phone could. @throws
 * store_unavailable
 */
export const setConfirmMode = ({ deps, pairing }: ChatScene): Promise<OperatorMode[]> =>
  inParallel(AT_ONCE, pairing.operators, async (operator) => {
    const change = { operator, field: "execMode", value: "confirm" } as const;
    await saveSetting.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...change,
    });
    return { operator, mode: "confirm" };
  });

export type OperatorMode = { operator: string; mode: NonNullable<OperatorSettings["execMode"]> };

const MEANING = {
  confirm: "What you ask for is shown first and sent only after you approve it.",
  autonomous:
    "What you ask for is sent at once where its vault is delegated and both shields allow it.",
} as const satisfies Record<OperatorMode["mode"], string>;

/** The answer to /mode. */
export function renderMode(operators: readonly OperatorMode[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [
    ...operators.map(operatorBlock),
    "<code>/mode confirm</code> makes this chat's operators be asked first. Autonomous takes " +
      "a signed call, and no chat.",
  ].join("\n\n");
}

const operatorBlock = ({ operator, mode }: OperatorMode) =>
  `<b>${mode}</b> for <code>${escapeHtml(sanitize(operator, 42))}</code>\n${MEANING[mode]}`;
