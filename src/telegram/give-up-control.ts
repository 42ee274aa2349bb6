import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { endControl } from "../store/pairing/unpair.ts";
import { escapeHtml } from "./escape-html.ts";
import { sayButton } from "./operation-keyboard.ts";
import { type Pairing, pairingOf } from "./pairing-of.ts";
import { quietText } from "./render-chat.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

const END = /^end (0x[0-9a-f]{40})$/i;

/**
 * `/status end <operator>`, what its button says: the chat speaks for that operator no more. Its notices go on: a chat cannot end
 * what its owner may need to hear, only the wallet can. undefined: the argument says nothing of the kind.
 * @throws store_unavailable
 */
export async function giveUpControl(
  { deps, chatId, pairing }: ChatScene,
  argument: string,
): Promise<ChatAnswer | undefined> {
  const named = END.exec(argument)?.[1]?.toLowerCase();
  const operator = pairing.operators.find((one) => one === named);
  if (named === undefined) return undefined;
  if (operator === undefined) return notIts(pairing);
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, chatId, operator };
  const { changed } = await endControl.run(deps.redis, deps.keys, call);
  const now = await pairingOf(deps, chatId);
  return changed ? { html: quietText(now) } : notIts(now);
}

const notIts = (pairing: Pairing): ChatAnswer => ({
  ...renderPairings(pairing),
  html: "This chat does not speak for that operator.",
});

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
