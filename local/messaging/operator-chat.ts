import * as z from "zod";
import { waitFor } from "../lib/wait-for.ts";
import { signIn } from "../play/sign-in.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";
import { createChatUser } from "./chat-user.ts";
import { parseTelegramHtml } from "./parse-telegram-html.ts";

/** The operator's account in Telegram. */
const USER_ID = 4242;
const ANSWER_TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 250;

const infoAnswer = z.object({ nowMs: z.number() });
const pairAnswer = z.object({ code: z.string(), link: z.string() });

export type OperatorChat = Awaited<ReturnType<typeof operatorChat>>;

/** The operator's own chat with the bot of a running stack. Each action gives the messages that answer it, as plain text. */
export async function operatorChat(manifest: StackManifest) {
  const { nowMs } = infoAnswer.parse(await (await fetch(`${manifest.control}/info`)).json());
  const user = createChatUser({ sinkUrl: manifest.telegramUrl, userId: USER_ID, nowMs: () => nowMs });
  const texts = async (): Promise<string[]> => (await user.messages()).map(({ text }) => plain(text));
  const answered = async (act: () => Promise<unknown>): Promise<string[]> => {
    const before = (await texts()).length;
    await act();
    return waitFor(
      async () => {
        const fresh = (await texts()).slice(before);
        return fresh.length > 0 ? fresh : undefined;
      },
      { what: "the bot's answer", timeoutMs: ANSWER_TIMEOUT_MS, intervalMs: LOOK_AGAIN_MS },
    );
  };
  return {
    texts,
    isPaired: async (): Promise<boolean> => (await texts()).some((text) => text.includes("Paired with operator")),
    /** Requests a code with the operator's signature, and opens its link. */
    pair: async (): Promise<string[]> => {
      const code = await pairingCode(manifest);
      return answered(() => user.say(`/start ${code}`));
    },
    say: (text: string): Promise<string[]> => answered(() => user.say(text)),
    /** Presses the newest button of that name. */
    tap: (name: string): Promise<string[]> => answered(() => user.tap(name)),
    /** The conversation so far, with the times. */
    log: async (): Promise<string> => (await fetch(`${manifest.telegramUrl}/_dev/log?chat=${USER_ID}`)).text(),
  };
}

async function pairingCode(manifest: StackManifest): Promise<string> {
  const response = await fetch(`${manifest.baseUrl}/api/telegram/pair`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await signIn(manifest)),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${JSON.stringify(answer)}`);
  return pairAnswer.parse(answer).code;
}

function plain(html: string): string {
  const parsed = parseTelegramHtml(html);
  return parsed.ok ? parsed.text : html;
}
