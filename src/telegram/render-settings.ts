import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { sanitize } from "../lib/sanitize.ts";
import { escapeHtml } from "../notify/escape-html.ts";
import { formatBps } from "../settings/format-bps.ts";

/** One of the chat's operators and the settings in force; an absent one stands at its default. */
export type SettingsOfOperator = { operator: string; settings: OperatorSettings };

const TOLERANCES = [
  ["slippageBps", "Slippage"],
  ["swapShieldBps", "Swap Shield"],
  ["navShieldBps", "NAV Shield"],
  ["syncToleranceBps", "Sync tolerance"],
  ["lossDayBps", "Loss budget of 24 hours"],
  ["lossWeekBps", "Loss budget of 7 days"],
] as const satisfies readonly [keyof OperatorSettings, string][];

/** The answer to /settings in Telegram's HTML. */
export function renderSettings(operators: readonly SettingsOfOperator[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [...operators.map(operatorBlock), "Settings are changed with a signed call, not in a chat."].join("\n\n");
}

function operatorBlock({ operator, settings }: SettingsOfOperator): string {
  return [
    `<b>Settings</b> of <code>${escapeHtml(sanitize(operator, 42))}</code>`,
    ...TOLERANCES.map(([field, label]) => {
      const shown = formatBps(settings[field] ?? SETTINGS_DEFAULTS[field]);
      return `${label}: ${shown}${isDefault(settings[field])}`;
    }),
    `Mode: ${settings.execMode ?? SETTINGS_DEFAULTS.execMode}${isDefault(settings.execMode)}`,
  ].join("\n");
}

const isDefault = (value: unknown): string => (value === undefined ? " (default)" : "");
