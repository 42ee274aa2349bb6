import { fillsText } from "../chat/answers/fills-text.ts";
import { renderUntrusted } from "./escape-html.ts";
import { forEachVault, listOrdersOf } from "./run-for-vault.ts";
import type { ChatScene } from "./telegram-request.ts";
import { vaultTitle } from "./vault-buttons.ts";

/** /history: of each vault of the chat. */
export const showHistory = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    // Reads the owner from the chain: the log is read for nobody else.
    await listOrdersOf(scene, paired);
    return `${vaultTitle(paired)}\n${renderUntrusted(await fillsText(scene.deps, paired))}`;
  });
