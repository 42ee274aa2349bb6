import type { Notification } from "../../schemas/notification.ts";
import { sanitize } from "../lib/sanitize.ts";
import { putReplies } from "../store/outbox/put-replies.ts";
import { settleOutbox } from "../store/outbox/settle-outbox.ts";
import { botOf } from "./bot-of.ts";
import { MAX_MESSAGE_CHARS, visibleIdLine } from "./escape-html.ts";
import { cardKeyboard } from "./order-button.ts";
import { retryReplies } from "./retry-replies.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

const ID_LINE_CHARS = 40;

/**
 * Sends an answer through the outbox, which repeats it under the same id. Sent once, without the
 * outbox: to an unpaired chat, while the store is down, and above half of the operator's outbox.
 */
export async function sendReply(
  { deps, chatId, updateId, pairing }: ChatScene,
  answer: ChatAnswer,
): Promise<void> {
  const parts = splitHtml(answer.html, MAX_MESSAGE_CHARS - ID_LINE_CHARS);
  const idOf = (part: number) => `chat_reply:${updateId}:${part}`;
  const operator = pairing.current?.operator ?? pairing.operators[0];
  const { operationId, buttons } = answer;
  const under = (part: number) =>
    part < parts.length - 1
      ? {}
      : operationId !== undefined
        ? { operationId }
        : buttons !== undefined && buttons.length > 0
          ? { buttons }
          : {};
  const tellOnce = async () => {
    const delivered: string[] = [];
    for (const [part, html] of parts.entries()) {
      const below = under(part);
      const text = `${html}\n${await visibleIdLine(idOf(part))}`;
      const buttons =
        below.operationId !== undefined
          ? cardKeyboard(below.operationId).inline_keyboard
          : below.buttons;
      const message = { ids: [idOf(part)], text, ...(buttons !== undefined && { buttons }) };
      const outcome = await botOf(deps)?.connection.send(message, chatId);
      if (outcome?.status !== "delivered") {
        deps.log("reply_not_told", { status: outcome?.status ?? "no channel" });
        break;
      }
      delivered.push(idOf(part));
    }
    return delivered;
  };
  if (operator === undefined) return void (await tellOnce());
  const nowMs = deps.clock.nowMs();
  const items = parts.map((html, part) => {
    const payload = {
      kind: "chat_reply",
      id: idOf(part),
      operator,
      createdAt: nowMs,
      html,
      ...under(part),
    } satisfies Notification;
    return {
      id: idOf(part),
      operator,
      dueMs: nowMs - 1,
      payload,
      to: { channel: TELEGRAM_ID, chatId },
    };
  });
  try {
    const call = { requestId: `telegram-${updateId}`, nowMs, channel: TELEGRAM_ID, items };
    const { put } = await putReplies.run(deps.redis, deps.keys, call);
    if (put === 0) return forget(deps, chatId, await tellOnce());
  } catch (error) {
    deps.log("reply_not_kept", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return forget(deps, chatId, await tellOnce());
  }
  await retryReplies(deps, { operator, round: 0 });
}

/**
 * A failed store may have kept the reply: a tick must not repeat it. The newest message is unknown,
 * since an unanswered part may have been shown.
 */
async function forget(deps: ChatScene["deps"], chatId: string, delivered: string[]): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const chats = [{ chatId, operators: [], nextMs: nowMs, goesOn: false, shown: "" }];
  const nobodys = {
    channel: TELEGRAM_ID,
    chats,
    leaseUntilMs: -1,
    refused: [],
    failed: [],
    maxTries: 1,
  };
  try {
    await settleOutbox.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      delivered,
      ...nobodys,
    });
  } catch (error) {
    deps.log("reply_not_forgotten", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
  }
}

/** A tag, an entity, a character; a lone `<` or `&` too. */
const PIECE = /<[^<>]*>|&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});|./gisu;
const TAG = /<[^<>]*>/g;
const MAX_DEPTH = 16;
const NAME = /^<\/?([a-z][a-z0-9-]*)/i;

/**
 * Splits at line ends where possible and opens closed tags again; drops tags nested too deep for
 * `max` (20 at least). `html` has balanced tags, none over a line end in its brackets. Linear.
 */
export function splitHtml(html: string, max: number = MAX_MESSAGE_CHARS): string[] {
  const withoutTags = () => splitHtml(html.replace(TAG, "").replaceAll("<", "&lt;"), max);
  if (depthOf(html) > MAX_DEPTH) return withoutTags();
  const parts: string[] = [];
  let part = "";
  let open: readonly string[] = [];
  const flush = () => {
    if (part.replace(TAG, "").trim() !== "") parts.push(part + closing(open));
    part = open.join("");
  };
  const append = (piece: string) => {
    const after = openAfter(open, piece);
    if (part.length + piece.length + closing(after).length > max) flush();
    part += piece;
    open = after;
  };
  for (const [index, line] of html.split("\n").entries()) {
    const after = tagsOf(line).reduce(openAfter, open);
    if (part.length + 1 + line.length + closing(after).length <= max) {
      part += index === 0 ? line : `\n${line}`;
      open = after;
      continue;
    }
    if (index > 0) flush();
    for (const piece of line.match(PIECE) ?? []) append(piece);
  }
  flush();
  return parts.every(({ length }) => length <= max) ? parts : withoutTags();
}

/** An upper bound: an unclosed tag counts as open for good. */
function depthOf(html: string): number {
  let [open, deepest] = [0, 0];
  for (const tag of tagsOf(html)) {
    if (tag.startsWith("</")) open -= 1;
    else if (nameOf(tag) !== undefined) open += 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

const tagsOf = (line: string) => line.match(TAG) ?? [];

function openAfter(open: readonly string[], piece: string): readonly string[] {
  const name = nameOf(piece);
  if (name === undefined) return open;
  if (!piece.startsWith("</")) return [...open, piece];
  return nameOf(open.at(-1) ?? "") === name ? open.slice(0, -1) : open;
}

const nameOf = (piece: string): string | undefined => NAME.exec(piece)?.[1]?.toLowerCase();

const closing = (open: readonly string[]) =>
  open.map((tag) => `</${nameOf(tag)}>`).reduceRight((a, b) => a + b, "");
