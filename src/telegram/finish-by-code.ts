import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { finishPairing } from "../store/pairing/finish-pairing.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { endControl } from "../store/pairing/unpair.ts";
import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import { botOf } from "./bot-of.ts";
import { escapeHtml } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";
import { type Pairing, pairingOf } from "./pairing-of.ts";
import { quietText } from "./render-chat.ts";
import { helpAnswer, renderHelp } from "./render-help.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { vaultButtons, vaultTitle } from "./vault-buttons.ts";

/** Pairs the chat with the code's operator, for whom it then speaks. @throws store_unavailable */
export async function finishByCode(scene: ChatScene, code: string): Promise<ChatAnswer> {
  const { deps, chatId } = scene;
  const ended = await finishPairing.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    codeHash: await sha256Hex(code),
    chatId,
  });
  if (!ended.ok)
    return { html: refusals[ended.code]("retryAfterSec" in ended ? ended.retryAfterSec : 0) };
  const { paired, previousChatId } = ended;
  scene.pairing = await pairingOf(deps, chatId);
  deps.defer("pairing_told", requestWebhooks(deps));
  if (previousChatId !== null)
    await botOf(deps)?.connection.send(
      {
        ids: [],
        text: `Operator <code>${paired.operator}</code> is now paired with another chat.`,
      },
      previousChatId,
    );
  const asked = askForCurrent(scene.pairing, paired);
  if (asked !== undefined) return asked;
  return {
    html: [
      `🔗 Paired with operator <code>${paired.operator}</code>.`,
      `What you write here is now about ${vaultTitle(paired)}`,
      "",
      renderHelp(),
    ].join("\n"),
    buttons: helpAnswer().buttons ?? [],
  };
}

/** Anybody may have made a link: words stay with their vault until the chat chooses. */
function askForCurrent(pairing: Pairing, paired: PairedVault): ChatAnswer | undefined {
  const { current } = pairing;
  const titleOf = (one: PairedVault) => `${vaultTitle(one)}, operator <code>${one.operator}</code>`;
  if (current !== null && titleOf(current) === titleOf(paired)) return undefined;
  return {
    html: [
      `🔗 Paired with operator <code>${paired.operator}</code>, for ${vaultTitle(paired)}`,
      current === null
        ? "Which vault shall your words be about?"
        : `What you write here is still about ${titleOf(current)}\nShall it be about the new one?`,
    ].join("\n"),
    buttons: vaultButtons(pairing),
  };
}

const refusals = {
  wrong_code: () =>
    "This link is not valid (any more): a code holds for five minutes and for once. Ask for " +
    "a new one.",
  too_many_tries: (seconds: number) =>
    `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} ` +
    `${seconds > 60 ? "minutes" : "minute"}.`,
  chat_full: () => "This chat speaks for as many operators or vaults as it can. Unpair one first.",
} as const;

const END = /^end (0x[0-9a-f]{40})$/i;

/**
 * `/status end <operator>`: ends the chat's right to speak. Notices go on, which only the wallet
 * may end. undefined: another argument. @throws store_unavailable
 */
export async function giveUpControl(
  { deps, chatId, pairing }: ChatScene,
  argument: string,
): Promise<ChatAnswer | undefined> {
  const named = END.exec(argument)?.[1]?.toLowerCase();
  const operator = pairing.operators.find((one) => one === named);
  if (named === undefined) return undefined;
  if (operator === undefined) return notIts(pairing);
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    chatId,
    operator,
  };
  const { changed } = await endControl.run(deps.redis, deps.keys, call);
  const now = await pairingOf(deps, chatId);
  return changed ? { html: quietText(now) } : notIts(now);
}

const notIts = (pairing: Pairing): ChatAnswer => ({
  ...renderPairings(pairing),
  html: "This chat does not speak for that operator.",
});

/** The chat's operators, each with its end and a button for it. */
export function renderPairings(pairing: Pairing): { html: string; buttons: ChatButtons } {
  const { operators, ends, quiet } = pairing;
  const lines = operators.map(
    (operator, at) =>
      `🔗 Speaks for operator <code>${escapeHtml(operator)}</code>, without another word ` +
      `until ${utcMinute(ends[at] ?? 0)}.`,
  );
  return {
    html: [...lines, ...(quiet.operators.length > 0 ? [quietText(pairing)] : [])].join("\n"),
    buttons: operators.map((operator) => [
      sayButton(
        `End pairing ${operator.slice(0, 6)}…${operator.slice(-4)}`,
        `/status end ${operator}`,
      ),
    ]),
  };
}
