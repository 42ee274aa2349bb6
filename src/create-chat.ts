import type { Deps } from "./deps.ts";

/**
 * The chat as a module of its own (decision 297). It has no copies of what it shares with the Worker: an AppError of the one is one of the
 * other. What it takes is handed over before it is loaded, once an isolate.
 */
export const createChat = (): Deps["chat"] => async (deps, requestId, turn) => {
  const [{ host }, { chatShared }] = await Promise.all([import("./chat-host.mjs"), import("./chat-shared.ts")]);
  Object.assign(host, chatShared);
  const { runChat } = await import("./chat.mjs");
  return runChat(deps, requestId, turn);
};
