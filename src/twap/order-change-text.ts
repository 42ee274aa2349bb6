import type { OrderChange } from "../../schemas/order-change.ts";
import type { OrderShortage } from "../../schemas/order-shortage.ts";
import { utcMinute } from "../lib/utc-minute.ts";
import { waitingText } from "./waiting-text.ts";

/** What of a change makes its words. */
export type ToldChange = Omit<OrderChange, "chainId" | "timestamp" | "version" | "orderId" | "totalSlices">;

/**
 * The rest of a sentence behind its number: the same words in events, in the detail and on every channel.
 * @example "paused by its operator (2/5)"
 */
export const orderChangeText = (change: ToldChange): string => `${textOf(change)} (${change.progress})`;

function textOf(change: ToldChange): string {
  const by = change.by === undefined ? "" : " by its operator";
  switch (change.kind) {
    case "order_paused":
      return `paused${by}`;
    case "order_resumed":
      return `resumed${by}`;
    case "order_cancelled":
      return `cancelled${by}`;
    case "order_auto_paused":
      return "paused after failures";
    case "order_edited":
      return `edited${by}: ${editText(change)}`;
    case "slice_skipped":
      return `slice ${change.sliceNumber} skipped${by}${untraded(change, "is not traded")}`;
    case "order_expired":
      return `expired${untraded(change, "was not traded")}`;
    case "order_underfunded":
      return `runs short before its end: ${(change.shortages ?? []).map(shortageText).join("; ")}`;
    case "order_waiting":
      return `waits${change.sinceMs === undefined ? "" : ` since ${utcMinute(change.sinceMs)}`}${change.reason === undefined ? "" : `: ${waitingText(change.reason)}`}`;
  }
}

const shortageText = ({ cause, balance, needed, symbol, agent }: OrderShortage): string =>
  cause === "token"
    ? `the vault has ${balance} ${symbol}, and about ${needed} are still to be sold`
    : `the agent wallet ${agent ?? ""} has ${balance} ${symbol} for gas, and may need ${needed}`;

const untraded = ({ amount, symbol }: ToldChange, what: string): string =>
  amount === undefined ? "" : `: ${amount}${symbol === undefined ? "" : ` ${symbol}`} ${what}`;

/** @example "intervalMinutes 10 to 20, limitPrice none to 2500" */
function editText({ before = {}, after = {} }: ToldChange): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => `${name} ${said(before[name])} to ${said(after[name])}`).join(", ");
}

const said = (value: string | number | boolean | null | undefined): string => String(value ?? "none");
