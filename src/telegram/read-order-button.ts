import { chainId } from "../../schemas/chains.ts";
import type { OrderButton } from "./order-button.ts";
import { ORDER_LETTERS } from "./order-letters.ts";

const DATA = /^([a-z]):([0-9a-z]{1,6}):([0-9a-f]{40}):([1-9a-z][0-9a-z]{0,5})(?::([1-9a-z][0-9a-z]{0,3}))?$/;

/** What order-button.ts wrote; undefined where it is nothing of that. */
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
