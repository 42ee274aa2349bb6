import type { ChatAnswer } from "./chat-scene.ts";
import type { Pairing } from "./pairing-of.ts";
import { renderVaults, vaultButtons } from "./vault-buttons.ts";

/** Where it is not clear which vault is meant: nothing is guessed. */
export const askForVault = (pairing: Pairing): ChatAnswer => ({
  buttons: vaultButtons(pairing),
  html:
    pairing.vaults.length === 0
      ? "This chat is paired for notifications only. Sign POST /api/telegram/pair again to command a vault from here."
      : renderVaults(pairing),
});
