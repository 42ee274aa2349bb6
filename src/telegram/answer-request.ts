import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { sanitize } from "../lib/sanitize.ts";
import { loadQuestions } from "../store/questions/load-questions.ts";
import { passQuestions } from "../store/questions/take-questions.ts";
import { answerCommand } from "./answer-command.ts";
import { answerText } from "./answer-text.ts";
import { botOf } from "./bot-of.ts";
import { decideInChat } from "./decide-in-chat.ts";
import { finishByCode } from "./finish-by-code.ts";
import { isPaired } from "./pairing-of.ts";
import { pressOrder } from "./press-order.ts";
import type { ReadBody } from "./read-body.ts";
import { isQuiet, quietText, renderRefusal } from "./render-chat.ts";
import { helpAnswer } from "./render-help.ts";
import { tighten } from "./settings-answer.ts";
import { chainToSwitchTo, switchVault } from "./switch-vault.ts";
import type { ChatAnswer, ChatScene, TelegramRequest } from "./telegram-request.ts";

/** Answers a failure too, since no client repeats the operator's request. */
export async function answerRequest(
  scene: ChatScene,
  request: ReadBody["request"],
): Promise<ChatAnswer> {
  try {
    return await answer(scene, request);
  } catch (error) {
    const { deps, requestId } = scene;
    if (!(error instanceof AppError) || error.status >= 500)
      deps.log("chat_request_failed", {
        requestId,
        kind: request.kind,
        cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
        ...(error instanceof Error &&
          error.cause instanceof Error && { behind: sanitize(error.cause.message, 300) }),
      });
    return { html: renderRefusal(error, requestId) };
  }
}

async function answer(scene: ChatScene, request: ReadBody["request"]): Promise<ChatAnswer> {
  if (request.kind === "start" && request.code !== null) return finishByCode(scene, request.code);
  if (!isPaired(scene.pairing))
    return { html: isQuiet(scene.pairing) ? quietText(scene.pairing) : UNPAIRED };
  const chainId = request.kind === "text" ? chainToSwitchTo(request) : undefined;
  // The chat judges words itself: they may be the answer.
  if (request.kind !== "text" || chainId !== undefined) await passOpenQuestion(scene);
  switch (request.kind) {
    case "late":
      return {
        html:
          "Your message came here too late to be acted on. Nothing was done; write it again " +
          "if it still holds.",
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
  "This chat is not paired with an operator. Sign POST /api/telegram/pair with the vault's " +
  "owner and open the link that it answers.";

/**
 * It stays open, but a bare "yes" does not answer it any more. @throws store_unavailable, before
 * anything is shown that a "yes" could be taken for
 */
async function passOpenQuestion({ deps, chatId }: ChatScene): Promise<void> {
  const { last } = await loadQuestions.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    chatId,
  });
  if (last === null) return;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chatId, questionId: last };
  await passQuestions.run(deps.redis, deps.keys, call);
}

type Pressed = Extract<TelegramRequest, { kind: "callback" }>;

/**
 * Answers a button under an operation. Buttons go once they decide nothing, and stay for a repeat
 * or an unknown outcome.
 */
async function decideByButton(scene: ChatScene, pressed: Pressed): Promise<ChatAnswer> {
  const { deps } = scene;
  const talk = botOf(deps)?.connection.talk;
  const note = pressed.decision === "approve" ? "Approving …" : "Rejecting …";
  const shown = await talk?.answerButton(pressed.callbackId, note);
  if (shown !== undefined && shown.status !== "delivered")
    deps.log("button_not_answered", { status: shown.status });
  const { isOver, ...answer } = await decideInChat(scene, pressed);
  if (!isOver) return answer;
  const removed = await talk?.removeButtons(pressed.chatId, String(pressed.messageId));
  if (removed !== undefined && removed.status !== "delivered")
    deps.log("keyboard_left", { status: removed.status });
  return answer;
}

/** Telegram shows it for five seconds (core.telegram.org/bots/api#sendchataction). */
const SHOWN_MS = 4_500;
const MOST = 8;

/** Shows typing while `work` runs; a failing channel decides nothing. */
export async function whileTyping<T>(
  { channels, sleep, defer }: Pick<Deps, "channels" | "sleep" | "defer">,
  chatId: string,
  work: () => Promise<T>,
): Promise<T> {
  const typing = botOf({ channels })?.connection.talk?.typing;
  if (typing === undefined) return work();
  const working = work();
  const over = working.then(
    () => true,
    () => true,
  );
  const show = async () => {
    for (let shown = 0, isOver = false; shown < MOST && !isOver; shown += 1) {
      await typing(chatId);
      isOver = await Promise.race([over, sleep(SHOWN_MS).then(() => false)]);
    }
  };
  defer("typing", show());
  return working;
}
