import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { utcMinute } from "../lib/utc-minute.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Pairing } from "./pairing-of.ts";
import { quietText } from "./quiet-text.ts";
import { sayButton } from "./say-button.ts";

/** The operators of a chat, until when it speaks for each, and a button that ends it: what is gained again by a signature alone. */
export function renderPairings(pairing: Pairing): { html: string; buttons: ChatButtons } {
  const { operators, ends, quiet } = pairing;
  const lines = operators.map(
    (operator, at) =>
      `🔗 Speaks for operator <code>${escapeHtml(operator)}</code>, without another word until ${utcMinute(ends[at] ?? 0)}.`,
  );
  return {
    html: [...lines, ...(quiet.operators.length > 0 ? [quietText(pairing)] : [])].join("\n"),
    buttons: operators.map((operator) => [
      sayButton(`End pairing ${operator.slice(0, 6)}…${operator.slice(-4)}`, `/status end ${operator}`),
    ]),
  };
}
