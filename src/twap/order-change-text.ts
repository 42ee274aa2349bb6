import type { OrderChange } from "../../schemas/order-change.ts";
import type { OrderShortage } from "../../schemas/order-shortage.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import { utcMinute } from "../lib/sanitize.ts";

type ToldChange = Omit<
  OrderChange,
  "chainId" | "timestamp" | "version" | "orderId" | "totalSlices"
>;

/**
 * End of a sentence that begins with the order's number, the same on every channel.
 * @example "paused by its operator (2/5)"
 */
export const orderChangeText = (change: ToldChange): string =>
  `${textOf(change)} (${change.progress})`;

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

function editText({ before = {}, after = {} }: ToldChange): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => `${name} ${said(before[name])} to ${said(after[name])}`).join(", ");
}

const said = (value: string | number | boolean | null | undefined): string =>
  String(value ?? "none");

const TEXT: Record<WaitReason, string> = {
  attempt_exists: "a record of this very attempt exists already",
  gas_price: "the network's fee is above the order's maxGasPrice",
  lane_full: "the agent wallet has too many transactions that are not mined yet",
  lane_unclear:
    "an earlier nonce of the agent wallet is used, and it is not known yet by which transaction",
  limit_price: "its venue's price is worse than the order's limit price",
  limit_used:
    "the vault's limit of 24 hours is used up, and what was counted longest ago has to leave " +
    "it first",
  limits_changed: "the vault's limits were changed while it was built",
  loss_budget_held:
    "the rest of the loss budget is held for transactions of this vault that are not decided yet",
  nonce_conflict: "the agent wallet is busy with other transactions",
  oracle_window_filling: "the oracle has not observed one of its tokens for long enough",
  venue_share: "its venue answers only so many requests, and others are served first",
};

/** End of a sentence, with figures where there are any. */
export function waitingText(reason: WaitReason, figures: OrderWaiting["figures"] = {}): string {
  if (reason === "gas_price" && figures.feeGwei !== undefined)
    return `${TEXT[reason]}: ${figures.feeGwei} gwei, at most ${figures.maxGasPrice}`;
  if (reason === "limit_price" && figures.quotedPrice !== undefined)
    return `${TEXT[reason]}: ${figures.quotedPrice} ${figures.unit}, limit ${figures.limitPrice}`;
  return TEXT[reason];
}
