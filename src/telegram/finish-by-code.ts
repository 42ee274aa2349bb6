import { sha256Hex } from "../lib/sha256-of.ts";
import { finishPairing } from "../store/pairing/finish-pairing.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import { botOf } from "./bot-of.ts";
import { type Pairing, pairingOf } from "./pairing-of.ts";
import { helpAnswer, renderHelp } from "./render-help.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { vaultButtons, vaultTitle } from "./vault-buttons.ts";

/**
 * Pairs this chat with the operator of the code, for whom the scene speaks from here on.
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
  deps.defer("pairing_told", requestWebhooks(deps));
  if (previousChatId !== null)
    await botOf(deps)?.connection.send(
      { ids: [], text: `Operator <code>${paired.operator}</code> is now paired with another chat.` },
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

/** A link may be anybody's: what is written goes on being about the vault that it was about, until the chat says otherwise. */
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
  wrong_code: () => "This link is not valid (any more): a code holds for five minutes and for once. Ask for a new one.",
  too_many_tries: (seconds: number) =>
    `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} ${seconds > 60 ? "minutes" : "minute"}.`,
  chat_full: () => "This chat speaks for as many operators or vaults as it can. Unpair one first.",
} as const;
