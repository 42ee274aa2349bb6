import type { Deps } from "../deps.ts";
import type { ChatTurn } from "./chat-turn.ts";
import type { ChatRun, runChat } from "./run-chat.ts";

/**
 * One turn of the chat, by the module that is loaded with its first use. What it does, and throws:
 * run-chat.ts.
 */
export async function startChat(deps: Deps, requestId: string, turn: ChatTurn): Promise<ChatRun> {
  // Safe: src/create-modules.ts imports run-chat.ts.
  const module = (await deps.modules.chat()) as { runChat: typeof runChat };
  return module.runChat(deps, requestId, turn);
}
