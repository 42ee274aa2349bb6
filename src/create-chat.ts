/**
 * The chat as a module of its own (decision 297). It has no copies of what it shares with the Worker: an AppError of the one is one of the
 * other. What it takes is handed over before it is loaded.
 */
export async function createChat(): Promise<object> {
  const [{ host }, { chatShared }] = await Promise.all([import("./chat-host.mjs"), import("./chat-shared.ts")]);
  Object.assign(host, chatShared);
  return import("./chat.mjs");
}
