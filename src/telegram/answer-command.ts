import { cancelTwapOrder } from "../tools/cancel-twap-order.ts";
import { askForVault } from "./ask-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import { loadSettings } from "./load-settings.ts";
import { renderHelp } from "./render-help.ts";
import { type OperatorMode, renderMode } from "./render-mode.ts";
import { renderSettings } from "./render-settings.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { runForVault } from "./run-for-vault.ts";
import { setConfirmMode } from "./set-confirm-mode.ts";
import { showOrders } from "./show-orders.ts";
import { showPositions } from "./show-positions.ts";
import { switchVault } from "./switch-vault.ts";
import type { TelegramCommand } from "./telegram-request.ts";
import { withVaultTitle } from "./with-vault-title.ts";

/**
 * A command of the menu. Those that show walk over all vaults of the chat, cancelling is about the current one, freezing
 * about all.
 * @throws AppError with the refusal's code
 */
export async function answerCommand(scene: ChatScene, command: TelegramCommand): Promise<ChatAnswer> {
  switch (command.name) {
    case "orders":
      return { html: await showOrders(scene) };
    case "positions":
      return { html: await showPositions(scene) };
    case "mode":
      return {
        html: renderMode(
          command.argument.toLowerCase() === "confirm" ? await setConfirmMode(scene) : await modesOf(scene),
        ),
      };
    case "settings":
      return { html: renderSettings(await loadSettings(scene)) };
    case "vault":
      return { html: await switchVault(scene, command.argument) };
    case "cancel":
      return cancel(scene, command.orderId);
    case "freeze":
      return freezeVaults(scene);
    case "help":
      return { html: renderHelp() };
    case "unknown":
      return { html: `There is no such command.\n\n${renderHelp()}` };
  }
}

const modesOf = async (scene: ChatScene): Promise<OperatorMode[]> =>
  // The mode is the operator's own, so no vault's budget is read for it.
  (await loadSettings({ ...scene, pairing: { ...scene.pairing, vaults: [] } })).map(({ operator, settings }) => ({
    operator,
    mode: settings.execMode ?? "confirm",
  }));

async function cancel(scene: ChatScene, orderId: number | null): Promise<ChatAnswer> {
  if (orderId === null) return { html: "Which order? For example: /cancel 3. /orders shows them." };
  const { current } = scene.pairing;
  if (current === null) return askForVault(scene.pairing);
  const { message = "" } = await runForVault(scene, current, cancelTwapOrder, { id: orderId });
  return { html: withVaultTitle(scene.pairing, renderUntrusted(message)) };
}
