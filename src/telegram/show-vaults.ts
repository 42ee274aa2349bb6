import * as z from "zod";
import { inParallel } from "../lib/in-parallel.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { runForVault } from "./run-for-vault.ts";
import { renderVaults, vaultButtons } from "./vault-buttons.ts";

const AT_ONCE = 4;
const named = z.object({ name: z.string() });

/** With a button for each vault, by its name where the chain says it now. */
export async function showVaults(scene: ChatScene): Promise<ChatAnswer> {
  const { pairing, deps } = scene;
  const known = await inParallel(AT_ONCE, pairing.vaults, async (paired) => {
    try {
      const { name } = named.parse((await runForVault(scene, paired, getVaultInfo)).data);
      return [[`${paired.chainId}:${paired.vault}`, name] as const];
    } catch (error) {
      deps.log("vault_name_unreadable", { cause: error instanceof Error ? error.name : "unknown" });
      return [];
    }
  });
  const names = new Map(known.flat());
  return { html: renderVaults(pairing, names), buttons: vaultButtons(pairing, names) };
}
