import * as z from "zod";
import { visibleId } from "../../src/telegram/escape-html.ts";
import { UPDATE_PATH } from "../../src/telegram/queued-update.ts";
import { waitFor } from "../lib/wait-for.ts";
import { postAsOperator } from "../stack/post-as-operator.ts";
import { readStackClock } from "../stack/read-stack-clock.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";
import { createChatUser, type SinkMessageView, type UpdateAnswer } from "./chat-user.ts";
import { messageText } from "./message-text.ts";

/** The operator's account in Telegram. */
const USER_ID = 4242;
const ANSWER_TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 250;

const pairAnswer = z.object({ code: z.string(), link: z.string() });
const schedulerLog = z.object({
  waiting: z.array(z.object({ url: z.string(), body: z.string() })),
});
const queuedUpdate = z.object({ update: z.object({ update_id: z.number() }) });

export type OperatorChat = Awaited<ReturnType<typeof operatorChat>>;

/**
 * The operator's own chat with the bot of a running stack. Each action gives the messages that came
 * with its answer, as plain text, with their buttons in brackets.
 */
export async function operatorChat(manifest: StackManifest) {
  const nowMs = await readStackClock(manifest);
  const user = createChatUser({
    sinkUrl: manifest.telegramUrl,
    userId: USER_ID,
    nowMs: () => nowMs,
  });
  const texts = async (): Promise<string[]> =>
    (await user.messages()).map(({ text }) => shown({ text }));
  const isQueued = async (updateId: number): Promise<boolean> => {
    const { waiting } = schedulerLog.parse(
      await (await fetch(`${manifest.qstash.url}/_dev/log`)).json(),
    );
    return waiting.some(
      ({ url, body }) =>
        url.endsWith(UPDATE_PATH) &&
        queuedUpdate.safeParse(JSON.parse(body)).data?.update.update_id === updateId,
    );
  };
  const answered = async (act: () => Promise<UpdateAnswer>): Promise<string[]> => {
    const before = (await user.messages()).length;
    const { updateId } = await act();
    // An order's card may come before the answer, which alone carries the id of what it answers
    // (send-reply.ts).
    const id = await visibleId(`chat_reply:${updateId}:0`);
    return waitFor(
      async () => {
        if (await isQueued(updateId)) return undefined;
        const fresh = (await user.messages()).slice(before).map(shown);
        return fresh.some((text) => text.includes(id)) ? fresh : undefined;
      },
      { what: "the bot's answer", timeoutMs: ANSWER_TIMEOUT_MS, intervalMs: LOOK_AGAIN_MS },
    );
  };
  return {
    texts,
    isPaired: async (): Promise<boolean> =>
      (await texts()).some((text) => text.includes("Paired with operator")),
    /** Requests a code with the operator's signature, and opens its link. */
    pair: async (): Promise<string[]> => {
      const { code } = pairAnswer.parse(
        await postAsOperator(manifest, "/api/telegram/pair", {}, { action: "pair" }),
      );
      return answered(() => user.say(`/start ${code}`));
    },
    say: (text: string): Promise<string[]> => answered(() => user.say(text)),
    /** Presses the newest button of that name. */
    tap: (name: string): Promise<string[]> => answered(() => user.tap(name)),
    /** The conversation so far, with the times. */
    log: async (): Promise<string> =>
      (await fetch(`${manifest.telegramUrl}/_dev/log?chat=${USER_ID}`)).text(),
  };
}

const shown = ({
  text,
  replyMarkup,
}: Pick<SinkMessageView, "text"> & Partial<SinkMessageView>): string =>
  messageText({ text, html: true, replyMarkup });
