import type { ChainId } from "../../schemas/chains.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { ORDER_LETTERS } from "./order-letters.ts";

/** Its vault stands in it, because the chat's words may be about another by then. */
export type OrderButton = {
  action: keyof typeof ORDER_LETTERS;
  chainId: ChainId;
  /** In lower case. */
  vault: string;
  orderId: number;
  /** Of `trade`, the slice that was notified; 0 where none is meant. */
  slice: number;
};

const NAMES = {
  pause: "⏸ Pause",
  resume: "▶️ Resume",
  cancel: "🚫 Cancel",
  trade: "💱 Trade this slice",
  details: "🔎 Details",
} as const;

/**
 * 64 bytes of data at most, with an order's highest number and a slice's; read-order-button.ts reads it.
 * @example orderButton({ action: "pause", chainId: 8453, vault: "0xa1..", orderId: 3 }) // { text: "⏸ Pause", callback_data: "p:6it:a1..:3"
 * }
 */
export const orderButton = (
  { action, chainId, vault, orderId, slice = 0 }: Omit<OrderButton, "slice"> & { slice?: number },
  text: string = NAMES[action],
): ChatButtons[number][number] => ({
  text,
  callback_data: `${ORDER_LETTERS[action]}:${chainId.toString(36)}:${vault.toLowerCase().slice(2)}:${orderId.toString(36)}${slice === 0 ? "" : `:${slice.toString(36)}`}`,
});
