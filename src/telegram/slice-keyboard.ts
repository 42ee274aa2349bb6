import type { ChainId } from "../../schemas/chains.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import type { InlineKeyboard } from "./operation-keyboard.ts";
import { orderButton } from "./order-button.ts";

/** It has the slice traded, once, until the next one is due. */
export const sliceKeyboard = ({
  chainId,
  vault,
  orderId,
  sliceNumber,
}: NotificationOf<"manual_slice">): InlineKeyboard => ({
  // Safe: orders stand on the chains that are traded on.
  inline_keyboard: [
    [orderButton({ action: "trade", chainId: chainId as ChainId, vault, orderId, slice: sliceNumber })],
  ],
});
