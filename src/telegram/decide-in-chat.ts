import type { ToolResult } from "../../schemas/tool-call.ts";
import { AppError } from "../errors.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { renewCard } from "./renew-card.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

type Decision = { operationId: string; decision: "approve" | "reject" };

/**
 * An operation is approved or rejected in its operator's chat. It is tried for each operator of the chat, and its record lets only its own
 * operator decide. An approval that came too late, or met a worse price, is answered by a new card. `isOver`: it decides nothing more; false
 * where the outcome is not known yet.
 * @throws nothing that it knows: a refusal is the answer
 */
export async function decideInChat(scene: ChatScene, of: Decision): Promise<ChatAnswer & { isOver: boolean }> {
  try {
    const { message, execution } = await decide(scene, of);
    const html = renderUntrusted(message ?? (of.decision === "approve" ? "Approved." : "Rejected."));
    if (execution?.status !== "pending") return { html, isOver: true };
    return { html: `${html}\nPress Approve again to see what became of it.`, isOver: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    const renewed = of.decision === "approve" ? await renewCard(scene, of.operationId, error) : undefined;
    return { ...(renewed ?? { html: renderRefusal(error, scene.requestId) }), isOver: true };
  }
}

async function decide(scene: ChatScene, { operationId, decision }: Decision): Promise<ToolResult> {
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
