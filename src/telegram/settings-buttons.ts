import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { formatBps } from "../settings/format-bps.ts";
import type { SettingsOfOperator } from "./render-settings.ts";
import { sayButton } from "./say-button.ts";
import { TIGHTER_STEPS } from "./tighter-steps.ts";

/** The next step of each; one tap, no signature. What lets more through takes one. */
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

/** Safe: its keys are those fields. */
const FIELDS = Object.keys(TIGHTER_STEPS) as (keyof typeof TIGHTER_STEPS)[];
