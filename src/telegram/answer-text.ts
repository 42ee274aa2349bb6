import { readConversation } from "../chat/read-conversation.ts";
import { askForVault } from "./ask-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { countTurn } from "./count-turn.ts";
import { decideInChat } from "./decide-in-chat.ts";
import { pressedReading } from "./pressed-reading.ts";
import { questionButtons } from "./question-buttons.ts";
import { renderChat } from "./render-chat.ts";
import { shownToYes } from "./shown-to-yes.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";
import type { TelegramRequest } from "./telegram-request.ts";
import { turnText } from "./turn-text.ts";
import { withVaultTitle } from "./with-vault-title.ts";

/**
 * Free words, for the chat engine: one turn, about the chat's current vault, as the operator who paired it. Nothing of
 * earlier messages goes with them but the chat's open questions, and what is quoted goes as quoted. The readings of a question are buttons.
 * A bare yes to the card that was shown last is as good as its button.
 * @throws what runChat throws
 */
export async function answerText(
  scene: ChatScene,
  { words, quoted, isReply, dateSec }: Extract<TelegramRequest, { kind: "text" }>,
): Promise<ChatAnswer> {
  const { deps, requestId, chatId, pairing, actions } = scene;
  if (words === "")
    return { html: "What is forwarded or quoted starts nothing. Write in your own words what you want." };
  const text = turnText(words, quoted);
  if (text === undefined) return { html: "This message is too long." };
  if (pairing.current === null) return askForVault(pairing);
  const { operator, chainId, vault } = pairing.current;
  const answers = pressedReading(words);
  const messages = [{ role: "user" as const, text }];
  const { own } = readConversation(messages).words;
  // Words that reply to a message, or quote it, may be to that one.
  const isAlone = isReply !== true && quoted.length === 0 && own === words.trim();
  const yesTo = answers === undefined ? await shownToYes(scene, own, isAlone ? dateSec : undefined) : undefined;
  await countTurn(deps, operator);
  const { response, approves, rejects } = await actions.runChat(deps, requestId, {
    messages,
    chainId,
    vaultAddress: vault,
    executionMode: "delegated",
    caller: { kind: "paired", channel: TELEGRAM_ID, operator, chatId },
    ...(answers !== undefined && { answers }),
    ...(yesTo !== undefined && { yesTo }),
  });
  if (approves !== undefined) {
    const { isOver: _, ...answer } = await decideInChat(scene, { operationId: approves, decision: "approve" });
    return { ...answer, html: withVaultTitle(pairing, answer.html) };
  }
  const { operationId, question } = response;
  // What was changed is not wanted any more: two cards for one wish would both wait.
  const before =
    rejects === undefined ? undefined : await decideInChat(scene, { operationId: rejects, decision: "reject" });
  const html = [renderChat(response), ...(before === undefined ? [] : [before.html])].join("\n\n");
  return {
    html: withVaultTitle(pairing, html),
    ...(operationId !== undefined && { operationId }),
    ...(question !== undefined && question.options.length > 0 && { buttons: questionButtons(question) }),
  };
}
