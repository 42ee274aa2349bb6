import { changeOrders } from "./change-orders.ts";
import { giveUpControl } from "./finish-by-code.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import type { TelegramCommand } from "./read-command.ts";
import { helpAnswer, loosenText } from "./render-help.ts";
import {
  loadSettings,
  type OperatorMode,
  renderMode,
  setConfirmMode,
  settingsAnswer,
} from "./settings-answer.ts";
import { showGrants } from "./show-grants.ts";
import { showHistory, showOrders } from "./show-orders.ts";
import { showPnl } from "./show-pnl.ts";
import { showBalance, showPositions } from "./show-positions.ts";
import { showQuote } from "./show-quote.ts";
import { showStatus } from "./show-status.ts";
import { showVaults, switchVault } from "./switch-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

/**
 * Shows cover all vaults, cancelling the current one, freezing all. @throws AppError with the
 * refusal's code
 */
export async function answerCommand(
  scene: ChatScene,
  command: TelegramCommand,
): Promise<ChatAnswer> {
  switch (command.name) {
    case "orders":
      return { html: await showOrders(scene) };
    case "status":
      return (await giveUpControl(scene, command.argument)) ?? showStatus(scene);
    case "balance":
      return showBalance(scene, command.argument);
    case "quote":
      return showQuote(scene, command.argument);
    case "history":
      return { html: await showHistory(scene) };
    case "pnl":
      return { html: await showPnl(scene) };
    case "positions":
      return { html: await showPositions(scene) };
    case "mode":
      return {
        html: renderMode(
          command.argument.toLowerCase() === "confirm"
            ? await setConfirmMode(scene)
            : await modesOf(scene),
        ),
      };
    case "settings":
      return command.argument.toLowerCase() === "loosen"
        ? { html: loosenText(scene) }
        : settingsAnswer(scene);
    case "vault":
      return command.argument === "" ? showVaults(scene) : switchVault(scene, command.argument);
    case "grants":
      return showGrants(scene, command.argument);
    case "pause":
    case "resume":
    case "cancel":
      return changeOrders(scene, command);
    case "freeze":
      return freezeVaults(scene);
    case "help":
      return helpAnswer();
    case "unknown":
      return helpAnswer("There is no such command.");
  }
}

const modesOf = async (scene: ChatScene): Promise<OperatorMode[]> =>
  // The mode is the operator's own: no vault's budget is read.
  (await loadSettings({ ...scene, pairing: { ...scene.pairing, vaults: [] } })).map(
    ({ operator, settings }) => ({
      operator,
      mode: settings.execMode ?? "confirm",
    }),
  );
