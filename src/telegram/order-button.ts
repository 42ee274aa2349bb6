import { type ChainId, chainId } from "../../schemas/chains.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";

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
 * 64 bytes of data at most, with an order's highest number and a slice's; readOrderButton reads it.
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

/** What stands for an action in the 64 bytes of a button under an order. */
const ORDER_LETTERS = { pause: "p", resume: "r", cancel: "c", trade: "x", details: "d" } as const;

const DATA = /^([a-z]):([0-9a-z]{1,6}):([0-9a-f]{40}):([1-9a-z][0-9a-z]{0,5})(?::([1-9a-z][0-9a-z]{0,3}))?$/;

/** What orderButton wrote; undefined where it is nothing of that. */
export function readOrderButton(data: string): OrderButton | undefined {
  const [, letter, chain = "", vault = "", order = "", slice] = DATA.exec(data) ?? [];
  const action = ACTIONS.find((known) => ORDER_LETTERS[known] === letter);
  const read = chainId.safeParse(Number.parseInt(chain, 36));
  if (action === undefined || !read.success || (action === "trade") !== (slice !== undefined)) return undefined;
  const of = { chainId: read.data, vault: `0x${vault}`, orderId: Number.parseInt(order, 36) };
  return { action, ...of, slice: slice === undefined ? 0 : Number.parseInt(slice, 36) };
}

/** Safe: its keys are the actions. */
const ACTIONS = Object.keys(ORDER_LETTERS) as (keyof typeof ORDER_LETTERS)[];
