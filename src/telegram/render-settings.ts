import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";
import { escapeHtml } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";

/** Button letter and offered values in basis points. */
export const TIGHTER_STEPS = {
  slippageBps: { letter: "s", label: "Slippage", stepsBps: [300, 200, 100, 50, 30, 10] },
  navShieldBps: { letter: "n", label: "NAV Shield", stepsBps: [1_000, 500, 300, 200, 100] },
  swapShieldBps: { letter: "w", label: "Swap Shield", stepsBps: [SETTINGS_DEFAULTS.swapShieldBps] },
} as const satisfies Partial<
  Record<keyof OperatorSettings, { letter: string; label: string; stepsBps: readonly number[] }>
>;

/** Absent settings have defaults. `budgets`: by vault. */
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

/** The answer to /settings. */
export function renderSettings(operators: readonly SettingsOfOperator[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [
    ...operators.map(operatorBlock),
    "A button makes one stricter. What lets more through takes your wallet's signature: " +
      "/settings loosen says which.",
  ].join("\n\n");
}

function operatorBlock({ operator, settings, budgets }: SettingsOfOperator): string {
  return [
    `<b>Settings</b> of <code>${escapeHtml(sanitize(operator, 42))}</code>`,
    ...TOLERANCES.map(([field, label]) => `${label}: ${shown(settings, field)}`),
    `Mode: ${settings.execMode ?? SETTINGS_DEFAULTS.execMode}${isDefault(settings.execMode)}`,
    ...budgets.map(
      ({ vault, chainId, settings: own }) =>
        `Loss budget of <code>${escapeHtml(sanitize(vault, 42))}</code> on ` +
        `${chainOf(chainId).name}: ${shown(own, "lossDayBps")} in 24 hours, ` +
        `${shown(own, "lossWeekBps")} in 7 days`,
    ),
  ].join("\n");
}

type Percentage = Exclude<keyof OperatorSettings, "execMode" | "approveWith" | "syncDayBps">;
const shown = (settings: OperatorSettings, field: Percentage) =>
  `${formatBps(settings[field] ?? SETTINGS_DEFAULTS[field])}${isDefault(settings[field])}`;

const isDefault = (value: unknown) => (value === undefined ? " (default)" : "");

/** The next stricter step of each: one tap, no signature. */
export function settingsButtons(operators: readonly SettingsOfOperator[]): ChatButtons {
  const rows = operators.flatMap(({ operator, settings }) => {
    const whose = operators.length > 1 ? ` (${operator.slice(0, 6)}…)` : "";
    return FIELDS.flatMap((field) => {
      const { letter, label, stepsBps } = TIGHTER_STEPS[field];
      const now = settings[field] ?? SETTINGS_DEFAULTS[field];
      const next = stepsBps.find((step) => step < now);
      if (next === undefined) return [];
      const data = `t:${letter}:${next.toString(36)}:${operator.toLowerCase().slice(2)}`;
      return [[{ text: `🔒 ${label} to ${formatBps(next)}${whose}`, callback_data: data }]];
    });
  });
  const isAtOnce = operators.some(({ settings }) => settings.execMode === "autonomous");
  return [
    ...rows,
    ...(isAtOnce ? [[sayButton("🔒 Ask me before each trade", "/mode confirm")]] : []),
    [sayButton("Let more through …", "/settings loosen")],
  ];
}

/** Safe: its keys. */
const FIELDS = Object.keys(TIGHTER_STEPS) as (keyof typeof TIGHTER_STEPS)[];

/** A stricter setting. */
export type Tighter = { field: keyof typeof TIGHTER_STEPS; valueBps: number; operator: Address };

const DATA = /^t:([a-z]):([1-9a-z][0-9a-z]{0,3}):([0-9a-f]{40})$/;

/** Reads an offered value; undefined for anything else. */
export function readTighter(data: string): Tighter | undefined {
  const [, letter, value = "", operator = ""] = DATA.exec(data) ?? [];
  const field = FIELDS.find((known) => TIGHTER_STEPS[known].letter === letter);
  const valueBps = Number.parseInt(value, 36);
  if (field === undefined || !TIGHTER_STEPS[field].stepsBps.some((step) => step === valueBps))
    return undefined;
  return { field, valueBps, operator: `0x${operator}` };
}
