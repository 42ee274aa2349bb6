import { sha256Hex } from "../lib/sha256-of.ts";
import { finishPairing } from "../store/pairing/finish-pairing.ts";
import { botOf } from "./bot-of.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { helpAnswer } from "./help-answer.ts";
import { pairingOf } from "./pairing-of.ts";
import { renderHelp } from "./render-help.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";
import { vaultTitle } from "./vault-title.ts";

/**
 * `/start <code>`: pairs this chat with the operator of the code. The scene speaks for that operator from here on.
 * @throws store_unavailable
 */
export async function finishByCode(scene: ChatScene, code: string): Promise<ChatAnswer> {
  const { deps, chatId } = scene;
  const ended = await finishPairing.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    codeHash: await sha256Hex(code),
    chatId,
  });
  if (!ended.ok) return { html: refusals[ended.code]("retryAfterSec" in ended ? ended.retryAfterSec : 0) };
  const { paired, previousChatId } = ended;
  scene.pairing = await pairingOf(deps, chatId);
  if (previousChatId !== null)
    await botOf(deps)?.connection.send(
      { ids: [], text: `Operator <code>${paired.operator}</code> is now paired with another chat.` },
      previousChatId,
    );
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

const refusals = {
  wrong_code: () => "This link is not valid (any more): a code holds for five minutes and for once. Ask for a new one.",
  too_many_tries: (seconds: number) =>
    `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} ${seconds > 60 ? "minutes" : "minute"}.`,
  chat_full: () => "This chat speaks for as many operators or vaults as it can. Unpair one first.",
} as const;
