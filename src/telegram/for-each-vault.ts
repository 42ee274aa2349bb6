import { inParallel } from "../lib/in-parallel.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import type { ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { vaultTitle } from "./vault-title.ts";

const AT_ONCE = 3;

/** A refusal stands in its vault's place. */
export async function forEachVault(
  { pairing, requestId }: ChatScene,
  none: string,
  show: (paired: PairedVault) => Promise<string>,
): Promise<string> {
  if (pairing.vaults.length === 0) return none;
  const blocks = await inParallel(AT_ONCE, pairing.vaults, async (paired) => {
    try {
      return await show(paired);
    } catch (error) {
      return `${vaultTitle(paired)}\n${renderRefusal(error, requestId)}`;
    }
  });
  return blocks.join("\n\n");
}
