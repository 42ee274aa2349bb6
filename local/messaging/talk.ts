import * as z from "zod";
import { waitFor } from "../lib/wait-for.ts";
import { signIn } from "../play/sign-in.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";
import { type ChatUser, createChatUser } from "./chat-user.ts";

export type TalkCommand = { command: "pair" | "say" | "tap" | "chat"; argument: string };

/** The operator's account in Telegram. */
const USER_ID = 4242;
const ANSWER_TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 250;

const infoAnswer = z.object({ nowMs: z.number() });
const pairAnswer = z.object({ code: z.string(), link: z.string() });

/** What an operator does in Telegram, on a running stack; prints what the bot answers. */
export async function talk(
  manifest: StackManifest,
  { command, argument }: TalkCommand,
  print: (text: string) => void,
): Promise<void> {
  const { nowMs } = infoAnswer.parse(await (await fetch(`${manifest.control}/info`)).json());
  const user = createChatUser({ sinkUrl: manifest.telegramUrl, userId: USER_ID, nowMs: () => nowMs });
  const log = async () => (await fetch(`${manifest.telegramUrl}/_dev/log?chat=${USER_ID}`)).text();
  if (command === "chat") return print(await log());
  const paired = (await user.messages()).some(({ text }) => text.includes("Paired with operator"));
  if (command === "pair" || !paired) await answered(user, await pairOver(manifest, user, nowMs), print);
  if (command === "say") await answered(user, () => user.say(argument), print);
  if (command === "tap") await answered(user, () => user.tap(argument), print);
}

/** Asks for a code as the operator, and opens its link in the chat. */
async function pairOver(manifest: StackManifest, user: ChatUser, nowMs: number): Promise<() => Promise<unknown>> {
  const response = await fetch(`${manifest.baseUrl}/api/telegram/pair`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await signIn(manifest, Math.floor(nowMs))),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${JSON.stringify(answer)}`);
  const { code } = pairAnswer.parse(answer);
  return () => user.say(`/start ${code}`);
}

async function answered(user: ChatUser, act: () => Promise<unknown>, print: (text: string) => void): Promise<void> {
  const before = (await user.messages()).length;
  await act();
  const fresh = await waitFor(
    async () => {
      const now = await user.messages();
      return now.length > before ? now.slice(before) : undefined;
    },
    { what: "the bot's answer", timeoutMs: ANSWER_TIMEOUT_MS, intervalMs: LOOK_AGAIN_MS },
  );
  for (const { text } of fresh)
    print(
      text
        .replace(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&"),
    );
}
