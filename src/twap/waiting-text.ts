import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";

const TEXT: Record<WaitReason, string> = {
  attempt_exists: "a record of this very attempt exists already",
  gas_price: "the network's fee is above the order's maxGasPrice",
  lane_full: "the agent wallet has too many transactions that are not mined yet",
  lane_unclear: "an earlier nonce of the agent wallet is used, and it is not known yet by which transaction",
  limit_price: "its venue's price is worse than the order's limit price",
  limit_used: "the vault's limit of 24 hours is used up, and what was counted longest ago has to leave it first",
  limits_changed: "the vault's limits were changed while it was built",
  loss_budget_held: "the rest of the loss budget is held for transactions of this vault that are not decided yet",
  nonce_conflict: "the agent wallet is busy with other transactions",
  oracle_window_filling: "the oracle has not observed one of its tokens for long enough",
  venue_share: "its venue answers only so many requests, and others are served first",
};

/** The rest of a sentence, with the figures of its own bounds where there are any. */
export function waitingText(reason: WaitReason, figures: OrderWaiting["figures"] = {}): string {
  if (reason === "gas_price" && figures.feeGwei !== undefined)
    return `${TEXT[reason]}: ${figures.feeGwei} gwei, at most ${figures.maxGasPrice}`;
  if (reason === "limit_price" && figures.quotedPrice !== undefined)
    return `${TEXT[reason]}: ${figures.quotedPrice} ${figures.unit}, limit ${figures.limitPrice}`;
  return TEXT[reason];
}
