import { botOf } from "./bot-of.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { decideInChat } from "./decide-in-chat.ts";
import type { TelegramRequest } from "./telegram-request.ts";

type Pressed = Extract<TelegramRequest, { kind: "callback" }>;

/**
 * A button under an operation. The buttons go once they decide nothing more. They stay where the same press may be tried again, and where
 * the outcome is not known yet: nothing else in a chat reports it later.
 * @throws nothing that it knows: a refusal is the answer
 */
export async function decideByButton(scene: ChatScene, pressed: Pressed): Promise<ChatAnswer> {
  const { deps } = scene;
  const talk = botOf(deps)?.connection.talk;
  const note = pressed.decision === "approve" ? "Approving …" : "Rejecting …";
  const shown = await talk?.answerButton(pressed.callbackId, note);
  if (shown !== undefined && shown.status !== "delivered") deps.log("button_not_answered", { status: shown.status });
  const { isOver, ...answer } = await decideInChat(scene, pressed);
  if (!isOver) return answer;
  const removed = await talk?.removeButtons(pressed.chatId, String(pressed.messageId));
  if (removed !== undefined && removed.status !== "delivered") deps.log("keyboard_left", { status: removed.status });
  return answer;
}
