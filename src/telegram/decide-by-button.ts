import type { Address } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { AppError } from "../errors.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { renderText } from "./render-text.ts";
import type { TelegramRequest } from "./telegram-request.ts";

type Pressed = Extract<TelegramRequest, { kind: "callback" }>;

/**
 * A button under an operation. Whose operation it is stands in its record: each operator of the chat is asked for, and only
 * his own answers. The buttons go once they decide nothing more; where the same press may be tried again they stay.
 * @throws nothing that it knows: a refusal is the answer
 */
export async function decideByButton(scene: ChatScene, pressed: Pressed): Promise<ChatAnswer> {
  const { deps, requestId } = scene;
  const { messenger } = deps;
  const note = pressed.decision === "approve" ? "Approving …" : "Rejecting …";
  const shown = await messenger?.answerButton(pressed.callbackId, note);
  if (shown !== undefined && shown.status !== "delivered") deps.log("button_not_answered", { status: shown.status });
  let html: string;
  try {
    html = renderText(await decide(scene, pressed));
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    html = renderRefusal(error, requestId);
  }
  const removed = await messenger?.removeKeyboard(pressed.chatId, pressed.messageId);
  if (removed !== undefined && removed.status !== "delivered") deps.log("keyboard_left", { status: removed.status });
  return { html };
}

/** Of an operation that may be another operator's of this chat: whose it is, its record alone says. */
const NOT_HIS: readonly ErrorCode[] = ["operation_not_found", "not_vault_owner"];

async function decide(scene: ChatScene, { operationId, decision }: Pressed): Promise<string> {
  const { actions, deps, requestId, chatId, pairing } = scene;
  let refusal: unknown;
  for (const operator of pairing.operators) {
    try {
      const caller = { kind: "paired", operator: operator as Address, chatId } as const;
      const result = await actions.decideOperation(deps, requestId, { operationId, decision, caller });
      return result.message ?? (decision === "approve" ? "Approved." : "Rejected.");
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_HIS.includes(error.code)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new AppError("operation_not_found", "There is no such operation.");
}
