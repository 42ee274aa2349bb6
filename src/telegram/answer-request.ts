import { AppError } from "../errors.ts";
import { sanitize } from "../lib/sanitize.ts";
import { answerCommand } from "./answer-command.ts";
import { answerText } from "./answer-text.ts";
import { chainToSwitchTo } from "./chain-to-switch-to.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { decideByButton } from "./decide-by-button.ts";
import { finishByCode } from "./finish-by-code.ts";
import { helpAnswer } from "./help-answer.ts";
import { isPaired } from "./is-paired.ts";
import { isQuiet } from "./is-quiet.ts";
import { passOpenQuestion } from "./pass-open-question.ts";
import { pressOrder } from "./press-order.ts";
import { quietText } from "./quiet-text.ts";
import type { ReadBody } from "./read-body.ts";
import { renderRefusal } from "./render-refusal.ts";
import { switchVault } from "./switch-vault.ts";
import { tighten } from "./tighten.ts";
import { whileTyping } from "./while-typing.ts";

/** A failure is an answer too, never thrown: no client repeats the request for the operator. */
export async function answerRequest(scene: ChatScene, request: ReadBody["request"]): Promise<ChatAnswer> {
  try {
    return await answer(scene, request);
  } catch (error) {
    const { deps, requestId } = scene;
    if (!(error instanceof AppError) || error.status >= 500)
      deps.log("chat_request_failed", {
        requestId,
        kind: request.kind,
        cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
        // What its deployer can do about it, which the chat's answer does not say.
        ...(error instanceof Error && error.cause instanceof Error && { behind: sanitize(error.cause.message, 300) }),
      });
    return { html: renderRefusal(error, requestId) };
  }
}

async function answer(scene: ChatScene, request: ReadBody["request"]): Promise<ChatAnswer> {
  if (request.kind === "start" && request.code !== null) return finishByCode(scene, request.code);
  if (!isPaired(scene.pairing)) return { html: isQuiet(scene.pairing) ? quietText(scene.pairing) : UNPAIRED };
  const chainId = request.kind === "text" ? chainToSwitchTo(request) : undefined;
  // Words are the chat's own to judge: they may be the answer.
  if (request.kind !== "text" || chainId !== undefined) await passOpenQuestion(scene);
  switch (request.kind) {
    case "late":
      return {
        html: "Your message came here too late to be acted on. Nothing was done; write it again if it still holds.",
      };
    case "start":
      return helpAnswer();
    case "command":
      return answerCommand(scene, request.command);
    case "text":
      if (chainId !== undefined) return switchVault(scene, { chainId });
      return whileTyping(scene.deps, scene.chatId, () => answerText(scene, request));
    case "callback":
      return decideByButton(scene, request);
    case "tighten":
      return tighten(scene, request.tighter);
    case "order":
      return pressOrder(scene, request.button);
  }
}

const UNPAIRED =
  "This chat is not paired with an operator. Sign POST /api/telegram/pair with the vault's owner and open the link that it answers.";
