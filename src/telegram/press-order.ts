import { AppError } from "../errors.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";
import type { OrderButton } from "./order-button.ts";
import { orderDetails } from "./order-details.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { runForVault } from "./run-for-vault.ts";
import { tradeSlice } from "./trade-slice.ts";
import { vaultTitle } from "./vault-title.ts";

/**
 * For the vault that stands in it: one that this chat speaks for, as an operator who owns it by the chain. A button lasts longer than a
 * pairing, so nothing is taken from it but what it names.
 * @throws AppError with the refusal's code
 */
export async function pressOrder(
  scene: ChatScene,
  { action, chainId, vault, orderId, slice }: OrderButton,
): Promise<ChatAnswer> {
  const { pairing } = scene;
  const own = pairing.vaults.filter((one) => one.chainId === chainId && one.vault === vault);
  let refusal: unknown = new AppError("twap_order_not_found", "This chat does not speak for that vault (any more).");
  for (const paired of own) {
    try {
      if (action === "trade") {
        const answer = await tradeSlice(scene, paired, { orderId, slice });
        return { ...answer, html: titled(scene, paired, answer.html) };
      }
      if (action === "details") return { html: titled(scene, paired, await orderDetails(scene, paired, orderId)) };
      const { message = "" } = await runForVault(scene, paired, ORDER_ACTIONS[action].tool, { id: orderId });
      return { html: titled(scene, paired, renderUntrusted(message)) };
    } catch (error) {
      // Of two operators that a chat has for a vault, one owns it.
      if (!(error instanceof AppError) || error.code !== "not_vault_owner") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

const titled = ({ pairing }: ChatScene, paired: PairedVault, html: string): string =>
  pairing.vaults.length > 1 ? `${vaultTitle(paired)}\n${html}` : html;
