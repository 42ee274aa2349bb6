import type { Deps } from "../deps.ts";
import type { operatorChat } from "./operator-chat.ts";

/** The paired chat's module, loaded at first use. */
export async function loadOperatorChat({
  modules,
}: Pick<Deps, "modules">): Promise<typeof operatorChat> {
  // Safe: create-modules.ts imports it.
  return ((await modules.telegram()) as { operatorChat: typeof operatorChat }).operatorChat;
}
