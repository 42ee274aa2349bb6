import type { ChatButtons } from "../../../schemas/calls/chat-buttons.ts";
import { type ChainId, chainId } from "../../../schemas/chains.ts";
import { CHANGE_MARK } from "../../chat/questions/card-ask.ts";

/** Names its vault, since the chat's words may be about another by then. */
export type OrderButton = {
  action: keyof typeof ORDER_LETTERS;
  chainId: ChainId;
  vault: string;
  orderId: number;
  /** For `trade` alone; else 0. */
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
 * At most 64 bytes of data, even with the highest order and slice numbers.
 * @example orderButton({ action: "pause", chainId: 8453, vault: "0xa1..", orderId: 3 })
 * // { text: "⏸ Pause", callback_data: "p:6it:a1..:3" }
 */
export const orderButton = (
  { action, chainId, vault, orderId, slice = 0 }: Omit<OrderButton, "slice"> & { slice?: number },
  text: string = NAMES[action],
): ChatButtons[number][number] => ({
  text,
  callback_data: `${ORDER_LETTERS[action]}:${chainId.toString(36)}:${vault.toLowerCase().slice(2)}:${orderId.toString(36)}${slice === 0 ? "" : `:${slice.toString(36)}`}`,
});

const ORDER_LETTERS = { pause: "p", resume: "r", cancel: "c", trade: "x", details: "d" } as const;

const DATA =
  /^([a-z]):([0-9a-z]{1,6}):([0-9a-f]{40}):([1-9a-z][0-9a-z]{0,5})(?::([1-9a-z][0-9a-z]{0,3}))?$/;

/** Reads orderButton's data; undefined for anything else. */
export function readOrderButton(data: string): OrderButton | undefined {
  const [, letter, chain = "", vault = "", order = "", slice] = DATA.exec(data) ?? [];
  const action = ACTIONS.find((known) => ORDER_LETTERS[known] === letter);
  const read = chainId.safeParse(Number.parseInt(chain, 36));
  if (action === undefined || !read.success || (action === "trade") !== (slice !== undefined))
    return undefined;
  const of = { chainId: read.data, vault: `0x${vault}`, orderId: Number.parseInt(order, 36) };
  return { action, ...of, slice: slice === undefined ? 0 : Number.parseInt(slice, 36) };
}

/** Safe: its keys. */
const ACTIONS = Object.keys(ORDER_LETTERS) as (keyof typeof ORDER_LETTERS)[];

/** `reply_markup` of sendMessage (core.telegram.org/bots/api#inlinekeyboardmarkup). */
export type InlineKeyboard = { inline_keyboard: ChatButtons };

/** `callback_data` has 64 bytes; "approve:" takes eight. */
const OPERATION_ID = /^[A-Za-z0-9_-]{1,55}$/;

/** For a card of the chat's own words, which other words can change; answer-open.ts reads it. */
export const cardKeyboard = (operationId: string): InlineKeyboard => ({
  inline_keyboard: [
    ...operationKeyboard(operationId).inline_keyboard,
    [sayButton("✏️ Change", `${CHANGE_MARK}${operationId}`)],
  ],
});

/** Read by read-update.ts. */
export function operationKeyboard(operationId: string): InlineKeyboard {
  if (!OPERATION_ID.test(operationId)) throw new Error("this operation id does not fit a button");
  return {
    inline_keyboard: [
      [
        { text: "✅ Approve", callback_data: `approve:${operationId}` },
        { text: "❌ Reject", callback_data: `reject:${operationId}` },
      ],
    ],
  };
}

/** Says words for its operator: 60 plain characters at most. */
export const sayButton = (text: string, words: string): ChatButtons[number][number] => ({
  text,
  callback_data: `${SAY_MARK}${words}`,
});

/** Starts a button's words. */
export const SAY_MARK = "say:";

export const MAX_DATA_CHARS = 8_000;
