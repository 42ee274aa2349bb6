import { inParallel } from "../lib/in-parallel.ts";
import type { SpokenVault } from "../store/pairing/spoken-vault.ts";
import type { ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { vaultTitle } from "./vault-title.ts";

const AT_ONCE = 3;

/** One block of HTML a vault of the chat; a refusal stands in its vault's place. */
export async function eachVault(
  { pairing, requestId }: ChatScene,
  none: string,
  show: (spoken: SpokenVault) => Promise<string>,
): Promise<string> {
  if (pairing.vaults.length === 0) return none;
  const blocks = await inParallel(AT_ONCE, pairing.vaults, async (spoken) => {
    try {
      return await show(spoken);
    } catch (error) {
      return `${vaultTitle(spoken)}\n${renderRefusal(error, requestId)}`;
    }
  });
  return blocks.join("\n\n");
}
