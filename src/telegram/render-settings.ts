import type { ChainId } from "../../schemas/chains.ts";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";
import { escapeHtml } from "./escape-html.ts";

/** An absent setting stands at its default. `budgets`: of each of its vaults. */
export type SettingsOfOperator = {
  operator: string;
  settings: OperatorSettings;
  budgets: readonly { vault: string; chainId: ChainId; settings: OperatorSettings }[];
};

const TOLERANCES = [
  ["slippageBps", "Slippage"],
  ["swapShieldBps", "Swap Shield"],
  ["navShieldBps", "NAV Shield"],
  ["syncToleranceBps", "Sync tolerance"],
] as const satisfies readonly [keyof OperatorSettings, string][];

/** The answer to /settings in Telegram's HTML. */
export function renderSettings(operators: readonly SettingsOfOperator[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [
    ...operators.map(operatorBlock),
    "A button makes one stricter. What lets more through takes your wallet's signature: /settings loosen says which.",
  ].join("\n\n");
}

function operatorBlock({ operator, settings, budgets }: SettingsOfOperator): string {
  return [
    `<b>Settings</b> of <code>${escapeHtml(sanitize(operator, 42))}</code>`,
    ...TOLERANCES.map(([field, label]) => `${label}: ${shown(settings, field)}`),
    `Mode: ${settings.execMode ?? SETTINGS_DEFAULTS.execMode}${isDefault(settings.execMode)}`,
    ...budgets.map(
      ({ vault, chainId, settings: own }) =>
        `Loss budget of <code>${escapeHtml(sanitize(vault, 42))}</code> on ${chainOf(chainId).name}: ${shown(own, "lossDayBps")} in 24 hours, ${shown(own, "lossWeekBps")} in 7 days`,
    ),
  ].join("\n");
}

type Percentage = Exclude<keyof OperatorSettings, "execMode" | "syncDayBps">;
const shown = (settings: OperatorSettings, field: Percentage): string =>
  `${formatBps(settings[field] ?? SETTINGS_DEFAULTS[field])}${isDefault(settings[field])}`;

const isDefault = (value: unknown): string => (value === undefined ? " (default)" : "");
