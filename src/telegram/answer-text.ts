import { CHAT_LIMITS } from "../../schemas/chat.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { ChatQuestion } from "../../schemas/chat-question.ts";
import { saidBriefly } from "../chat/questions/said-briefly.ts";
import { readConversation } from "../chat/read-conversation.ts";
import { loadShown } from "../store/outbox/put-replies.ts";
import { countTurn } from "./chat-shares.ts";
import { decideInChat } from "./decide-in-chat.ts";
import { sayButton } from "./order-button.ts";
import { renderChat } from "./render-chat.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene, QuotedText, TelegramRequest } from "./telegram-request.ts";
import { askForVault, withVaultTitle } from "./vault-buttons.ts";

/**
 * One chat turn about the current vault, as its operator, with open questions and quoted text. A
 * bare yes to the last card is its button. @throws what runChat throws
 */
export async function answerText(
  scene: ChatScene,
  { words, quoted, isReply, dateSec }: Extract<TelegramRequest, { kind: "text" }>,
): Promise<ChatAnswer> {
  const { deps, requestId, chatId, pairing, actions } = scene;
  if (words === "")
    return {
      html: "What is forwarded or quoted starts nothing. Write in your own words what you want.",
    };
  const text = turnText(words, quoted);
  if (text === undefined) return { html: "This message is too long." };
  if (pairing.current === null) return askForVault(pairing);
  const { operator, chainId, vault } = pairing.current;
  const answers = pressedReading(words);
  const messages = [{ role: "user" as const, text }];
  const { own } = readConversation(messages).words;
  // Words that reply or quote may answer that message.
  const isAlone = isReply !== true && quoted.length === 0 && own === words.trim();
  const yesTo =
    answers === undefined ? await shownToYes(scene, own, isAlone ? dateSec : undefined) : undefined;
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
    const { isOver: _, ...answer } = await decideInChat(scene, {
      operationId: approves,
      decision: "approve",
    });
    return { ...answer, html: withVaultTitle(pairing, answer.html) };
  }
  const { operationId, question } = response;
  // Two cards for one wish would both wait: the replaced one is rejected.
  const before =
    rejects === undefined
      ? undefined
      : await decideInChat(scene, { operationId: rejects, decision: "reject" });
  const html = [renderChat(response), ...(before === undefined ? [] : [before.html])].join("\n\n");
  return {
    html: withVaultTitle(pairing, html),
    ...(operationId !== undefined && { operationId }),
    ...(question !== undefined &&
      question.options.length > 0 && { buttons: questionButtons(question) }),
  };
}

const PRESSED = /^ask:([0-9a-f]{32}):([0-9])$/;

function pressedReading(words: string): { questionId: string; option: number } | undefined {
  const [, questionId, option] = PRESSED.exec(words) ?? [];
  return questionId === undefined ? undefined : { questionId, option: Number(option) };
}

/** In UTF-16 units (schemas/chat-buttons.ts). */
const MOST_ON_A_BUTTON = 64;

function questionButtons({ id, options }: ChatQuestion): ChatButtons {
  const shown = (label: string) =>
    label.length > MOST_ON_A_BUTTON ? `${label.slice(0, MOST_ON_A_BUTTON - 1)}…` : label;
  return options.map(({ label }, at) => [sayButton(shown(label), `ask:${id}:${at}`)]);
}

/**
 * The operator's words, and below them quoted text with every line marked
 * (src/chat/split-quoted.ts). undefined: the words are too long.
 */
function turnText(words: string, quoted: readonly QuotedText[]): string | undefined {
  const max = CHAT_LIMITS.messageChars;
  if (words.length > max) return undefined;
  const lines = quoted.flatMap(({ text }) => text.split(/\r\n|\n|\r/));
  let whole = words;
  for (const line of lines) {
    const next = `${whole}\n> ${line}`;
    if (next.length > max) break;
    whole = next;
  }
  return whole;
}

const SHOWN = /^(?:approve:([A-Za-z0-9_-]{1,55})|say:ask:([0-9a-f]{32}):0)$/;

/**
 * The card or question that a bare yes answers: in the newest message, of an earlier second. null:
 * none, as its author may not have seen it. undefined: no bare yes. @throws store_unavailable
 */
async function shownToYes(
  { deps, chatId }: Pick<ChatScene, "deps" | "chatId">,
  own: string,
  writtenAtSec: number | undefined,
): Promise<string | null | undefined> {
  if (saidBriefly(own) !== "yes") return undefined;
  const { shown } = await loadShown.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, chatId },
  });
  if (shown === null || writtenAtSec === undefined || shown.atSec >= writtenAtSec) return null;
  const [, card, question] = SHOWN.exec(shown.button ?? "") ?? [];
  return card ?? question ?? null;
}
