import { runTool } from "../calls/run-tool.ts";
import { startChat } from "../chat/start-chat.ts";
import { decideOperation } from "../operations/decide-operation.ts";

/** Engines of the other doors, with the paired operator as caller. */
export type ChatActions = {
  runChat: typeof startChat;
  runTool: typeof runTool;
  decideOperation: typeof decideOperation;
};

export const CHAT_ACTIONS: ChatActions = { runChat: startChat, runTool, decideOperation };
