import type { ChatAnswer } from "./chat-scene.ts";
import type { Pairing } from "./pairing-of.ts";
import { renderVaults } from "./render-vaults.ts";

/** Where it is not clear which vault is meant: nothing is guessed. */
export const askForVault = (pairing: Pairing): ChatAnswer => ({
  html:
    pairing.vaults.length === 0
      ? "This chat is paired for notifications only. Sign POST /api/telegram/pair again to command a vault from here."
      : renderVaults(pairing),
});
