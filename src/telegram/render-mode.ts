import type { OperatorSettings } from "../../schemas/operator-settings.ts";
import { sanitize } from "../lib/sanitize.ts";
import { escapeHtml } from "./escape-html.ts";

/** One of the chat's operators and the mode in force. */
export type OperatorMode = { operator: string; mode: NonNullable<OperatorSettings["execMode"]> };

const MEANING = {
  confirm: "What you ask for is shown first and sent only after you approve it.",
  autonomous: "What you ask for is sent at once where its vault is delegated and both shields allow it.",
} as const satisfies Record<OperatorMode["mode"], string>;

/** The answer to /mode in Telegram's HTML. */
export function renderMode(operators: readonly OperatorMode[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [
    ...operators.map(operatorBlock),
    "<code>/mode confirm</code> makes this chat's operators be asked first. Autonomous takes a signed call, and no chat.",
  ].join("\n\n");
}

const operatorBlock = ({ operator, mode }: OperatorMode): string =>
  `<b>${mode}</b> for <code>${escapeHtml(sanitize(operator, 42))}</code>\n${MEANING[mode]}`;
