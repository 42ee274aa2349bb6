import type { StackManifest } from "../stack/stack-manifest.ts";
import { operatorChat } from "./operator-chat.ts";

export type TalkCommand = { command: "pair" | "say" | "tap" | "chat"; argument: string };

/** What an operator does in Telegram, on a running stack; prints what the bot answers. The chat is paired first where it is not. */
export async function talk(
  manifest: StackManifest,
  { command, argument }: TalkCommand,
  print: (text: string) => void,
): Promise<void> {
  const chat = await operatorChat(manifest);
  if (command === "chat") return print(await chat.log());
  const printAll = (texts: readonly string[]): void => {
    for (const text of texts) print(text);
  };
  if (command === "pair" || !(await chat.isPaired())) printAll(await chat.pair());
  if (command === "say") printAll(await chat.say(argument));
  if (command === "tap") printAll(await chat.tap(argument));
}
