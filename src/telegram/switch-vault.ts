import { chooseChatVault } from "../store/pairing/choose-chat-vault.ts";
import type { ChatScene } from "./chat-scene.ts";
import { renderVaults } from "./render-vaults.ts";
import { vaultTitle } from "./vault-title.ts";

const NUMBER = /^#?([1-9][0-9]{0,2})$/;

/**
 * `/vault` lists what the chat speaks for, `/vault <number>` chooses what its words are about from now on.
 * @throws store_unavailable
 */
export async function switchVault({ deps, chatId, pairing }: ChatScene, argument: string): Promise<string> {
  if (argument === "") return renderVaults(pairing);
  const wanted = pairing.vaults[Number(NUMBER.exec(argument)?.[1] ?? 0) - 1];
  if (wanted === undefined) return `There is no such number.\n\n${renderVaults(pairing)}`;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chatId, ...wanted };
  const { ok } = await chooseChatVault.run(deps.redis, deps.keys, call);
  return ok ? `Your words are now about\n${vaultTitle(wanted)}` : "This chat speaks for that vault no more.";
}
