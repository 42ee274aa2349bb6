import type { StackManifest } from "../stack/stack-manifest.ts";
import { operatorChat } from "./operator-chat.ts";
import { signShown } from "./sign-shown.ts";

export const TALK_COMMANDS = ["pair", "say", "tap", "chat", "sign"] as const;
export type TalkCommand = { command: (typeof TALK_COMMANDS)[number]; argument: string };

/**
 * What an operator does in Telegram, on a running stack; prints what the bot answers. The chat is
 * paired first where it is not.
 */
export async function talk(
  manifest: StackManifest,
  { command, argument }: TalkCommand,
  print: (text: string) => void,
): Promise<void> {
  const chat = await operatorChat(manifest);
  if (command === "chat") return print(await chat.log());
  if (command === "sign") {
    for (const hash of await signShown(manifest, chat))
      print(`Signed by the vault's owner, and mined: ${hash}`);
    return;
  }
  const printAll = (texts: readonly string[]): void => {
    for (const text of texts) print(text);
  };
  if (command === "pair" || !(await chat.isPaired())) printAll(await chat.pair());
  if (command === "say") printAll(await chat.say(argument));
  if (command === "tap") printAll(await chat.tap(argument));
}
