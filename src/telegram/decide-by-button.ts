import type { ToolResult } from "../../schemas/tool-call.ts";
import { AppError } from "../errors.ts";
import { botOf } from "./bot-of.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { renewCard } from "./renew-card.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";
import type { TelegramRequest } from "./telegram-request.ts";

type Pressed = Extract<TelegramRequest, { kind: "callback" }>;

/**
 * A button under an operation. It is tried for each operator of the chat, and its record lets only its own operator decide.
 * The buttons go once they decide nothing more. They stay where the same press may be tried again, and where the outcome is
 * not known yet: nothing else in a chat reports it later. An approval that came too late, or met a worse price, is answered by a new card.
 * @throws nothing that it knows: a refusal is the answer
 */
export async function decideByButton(scene: ChatScene, pressed: Pressed): Promise<ChatAnswer> {
  const { deps, requestId } = scene;
  const talk = botOf(deps)?.connection.talk;
  const note = pressed.decision === "approve" ? "Approving …" : "Rejecting …";
  const shown = await talk?.answerButton(pressed.callbackId, note);
  if (shown !== undefined && shown.status !== "delivered") deps.log("button_not_answered", { status: shown.status });
  let answer: ChatAnswer;
  try {
    const { message, execution } = await decide(scene, pressed);
    const html = renderUntrusted(message ?? (pressed.decision === "approve" ? "Approved." : "Rejected."));
    if (execution?.status === "pending") return { html: `${html}\nPress Approve again to see what became of it.` };
    answer = { html };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    const renewed = pressed.decision === "approve" ? await renewCard(scene, pressed.operationId, error) : undefined;
    answer = renewed ?? { html: renderRefusal(error, requestId) };
  }
  const removed = await talk?.removeButtons(pressed.chatId, String(pressed.messageId));
  if (removed !== undefined && removed.status !== "delivered") deps.log("keyboard_left", { status: removed.status });
  return answer;
}

async function decide(scene: ChatScene, { operationId, decision }: Pressed): Promise<ToolResult> {
  const { actions, deps, requestId, chatId, pairing } = scene;
  let refusal: unknown;
  for (const operator of pairing.operators) {
    try {
      const caller = { kind: "paired", channel: TELEGRAM_ID, operator, chatId } as const;
      return await actions.decideOperation(deps, requestId, { operationId, decision, caller });
    } catch (error) {
      // Another operator's is never anything else: every other refusal is this operation's own answer.
      if (!(error instanceof AppError) || error.code !== "operation_not_found") throw error;
      refusal = error;
    }
  }
  throw refusal ?? new AppError("operation_not_found", "There is no such operation.");
}
