import { runTool } from "../calls/run-tool.ts";
import type { runChat } from "../chat/run-chat.ts";
import { decideOperation } from "../operations/decide-operation.ts";

/** All that a chat can set in motion: the doors' own engines, with the paired operator as the caller. */
export type ChatActions = {
  runChat: typeof runChat;
  runTool: typeof runTool;
  decideOperation: typeof decideOperation;
};

export const CHAT_ACTIONS: ChatActions = {
  runChat: (deps, requestId, turn) => deps.chat(deps, requestId, turn),
  runTool,
  decideOperation,
};
