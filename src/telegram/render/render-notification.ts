import type { ChainId } from "../../../schemas/chains.ts";
import type { Notification, NotificationOf } from "../../../schemas/notices/notification.ts";
import type { OrderChanged } from "../../../schemas/notices/order-notices.ts";
import { chainOf } from "../../chain-of.ts";
import { inPlainWords } from "../../lib/in-plain-words.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import { orderChangeText } from "../../twap/order-change-text.ts";
import { callLines, cut, escapeHtml, waitingLines } from "./escape-html.ts";
import { renderNavSync } from "./render-nav-sync.ts";
import { renderTrigger } from "./render-trigger.ts";
import { renderVenueOrder } from "./render-venue-order.ts";

/**
 * Escapes and cuts every outside text, so that the message stays below Telegram's 4,096 characters.
 */
export function renderNotification(told: Notification): string {
  return [...linesOf(told), ...vaultLine(told)].join("\n");
}

const vaultLine = (told: Notification) =>
  "vault" in told
    ? [`Vault: <code>${cut(told.vault, 42)}</code> on ${chainOf(told.chainId).name}`]
    : [];

function linesOf(told: Notification): string[] {
  switch (told.kind) {
    case "slice_executed":
      return [
        title("✅", told, `slice executed (${cut(told.progress, 20)})`),
        swapLine(told, told.estimated),
        `Transaction: ${escapeHtml(told.explorerUrl)}`,
      ];
    case "manual_slice":
      return [
        title("📝", told, `slice notified (${cut(told.progress, 20)})`),
        `Quoted on ${told.dex}: sell ${amount(told.sellAmount, told.sellSymbol)} for ` +
          `${amount(told.buyAmount, told.buySymbol)}`,
        "Nothing was sent: this order only notifies. To trade this slice now, write here: " +
          `<code>${swapWords(told)}</code>`,
        `To have the agent wallet trade the rest, cancel TWAP #${told.orderId} and create it ` +
          `again with "automatically" in its words.`,
      ];
    case "order_completed":
      return completedLines(told);
    case "slice_failed":
      return failedLines(told);
    case "order_auto_paused":
      return [
        title("⏸", told, `paused (${cut(told.progress, 20)})`),
        pauseLine(told),
        `Last error: ${cut(inPlainWords(told.lastError), 400)}`,
      ];
    case "order_waiting":
      return [
        title("⏳", told, `waits (${cut(told.progress, 20)})`),
        ...waitingLines(told, "none of its slices", "the order"),
      ];
    case "order_edited":
    case "slice_skipped":
    case "order_paused":
    case "order_resumed":
    case "order_cancelled":
    case "order_expired":
    case "order_underfunded":
      return [title(CHANGE_ICONS[told.kind], told, cut(orderChangeText(told), 600))];
    case "nav_sync_sent":
    case "nav_sync_failed":
    case "nav_sync_auto_paused":
    case "nav_sync_waiting":
      return renderNavSync(told);
    case "trigger_fired":
    case "trigger_refused":
    case "trigger_ended":
    case "trigger_waiting":
      return renderTrigger(told);
    case "venue_order_executed":
    case "venue_order_ended":
    case "venue_order_late":
      return renderVenueOrder(told);
    case "deep_reorg":
      return [
        "🛑 <b>Vault frozen</b>: the chain took back a transaction that was counted",
        `Block ${cut(told.blockNumber, 30)} is gone, deeper than the chain's confirmations, ` +
          `and with it what transaction <code>${cut(told.hash, 68)}</code> ` +
          `did${told.orderId === undefined ? "" : ` for order #${told.orderId}`}.`,
        "Nothing more is sent. Compare your orders with the vault, cancel what no longer " +
          "fits, and only then unfreeze the vault: POST /api/vault/unfreeze with a fresh " +
          "signature, /docs#unfreezeVault.",
      ];
    case "history_lost":
      return [
        "🛑 <b>Vault frozen</b>: its records are behind the chain",
        `The chain counts ${told.chainNonce} transactions of the agent wallet ` +
          `<code>${cut(told.agent, 42)}</code>, and the service does not remember all of them. ` +
          "It cannot know which slices they were, so nothing more is sent.",
        "Compare your orders with the wallet's transactions, cancel what is done already, " +
          "and only then unfreeze the vault: POST /api/vault/unfreeze with a fresh signature, " +
          "/docs#unfreezeVault.",
      ];
    case "vault_frozen":
      return [
        `🛑 <b>Vault frozen</b> by your agent "${cut(told.grant.name, 32)}" ` +
          `(<code>${cut(told.grant.agent, 42)}</code>)`,
        "Nothing more is sent for it, on any chain. If that was right, look at what it saw; " +
          "if not, end its grant: /grants. Unfreeze the vault with POST /api/vault/unfreeze " +
          "and a fresh signature: /docs#unfreezeVault.",
      ];
    case "agent_needs_coin":
      return [
        "⛽ <b>Agent wallet needs coin</b>: a transaction cannot go on without it",
        `The agent wallet <code>${cut(told.agent, 42)}</code> has ` +
          `${coin(told.balanceWei, told.chainId)} for gas, and this transaction may need up to ` +
          `${coin(told.neededWei, told.chainId)}.`,
        "Send it coin on this chain. Until then it may hold up everything that this wallet " +
          "does for the vault there; nothing is run twice.",
      ];
    case "price_differs":
      return priceLines(told);
    case "operation_waiting":
      return [
        "🔐 <b>Waits for your approval</b>",
        ...told.text.split("\n").map((line) => cut(line, 400)),
        `Until ${utcMinute(told.expiresAt)}; after that, ask again.`,
      ];
    case "scheduler_missed":
      return [
        `⏰ <b>Orders late</b>: the schedule stood still after ${utcMinute(told.lastTickAt)}`,
        "No order was looked at for more than ten minutes. Your active orders go on with the " +
          "next tick, later than planned: nothing is skipped or run twice.",
      ];
    case "pairing_changed":
      return pairingLines(told);
    case "webhook_changed":
      return webhookLines(told);
    case "webhook_ping":
      return ["🔔 <b>Webhook ping</b>"];
    case "chat_reply":
      // Escaped where written.
      return [told.html];
  }
}

function priceLines(told: NotificationOf<"price_differs">): string[] {
  const {
    symbol,
    tokenAmount,
    oracleCoin,
    venueGaveCoin,
    venueAskedCoin,
    toleranceBps,
    since,
    chainId,
  } = told;
  const native = chainOf(chainId).nativeCoin;
  const of = (value: string) => `${cut(value, 40)} ${native}`;
  return [
    `⚠️ <b>Two prices of ${cut(symbol, 42)}</b>: the oracle is apart from the market`,
    `${amount(tokenAmount, symbol)}: by the vault's oracle ${of(oracleCoin)}; a venue asks ` +
      `${of(venueAskedCoin)} and gives ${of(venueGaveCoin)}. That is more than ` +
      `${toleranceBps / 100}% apart, since ${utcMinute(since)}.`,
    "While it lasts the vault's NAV is not its value: whoever buys or gives back vault " +
      "tokens does so at that price. Limits and the loss budget count the dearer of the two, " +
      "the 24-hour high is left out, and every way out stays open.",
  ];
}

function pairingLines({ change, channel }: NotificationOf<"pairing_changed">): string[] {
  if (change === "ended") return [`🔗 <b>Pairing ended</b>: ${cut(channel, 32)}`];
  return [
    `🔗 <b>A chat was paired</b>: ${cut(channel, 32)}`,
    "It trades, approves and cancels for you. If this was not you, end it (POST " +
      "/api/telegram/unpair) and ask who has your wallet.",
  ];
}

function webhookLines({ change, url, reason }: NotificationOf<"webhook_changed">): string[] {
  const where = `<code>${escapeHtml(url)}</code>`;
  switch (change) {
    case "added":
      return [
        `🔔 <b>Webhook added</b>: ${where}`,
        "Your notifications are sent there too. If this was not you, remove it (POST " +
          "/api/webhooks/remove) and ask who has your signature.",
      ];
    case "removed":
      return [`🔕 <b>Webhook removed</b>: ${where}`, "What it had not been sent yet is dropped."];
    case "switched_off":
      return [
        `🔕 <b>Webhook switched off</b>: ${where}`,
        `For a day it took nothing. Last: ${cut(reason ?? "unknown", 120)}. What waited for ` +
          "it is dropped. Register it again (POST /api/webhooks) when it answers.",
      ];
  }
}

/** A chat's reader needs the method alone; Details (press-order.ts) has the rest. */
const SELECTOR_CHARS = 10;

const CHANGE_ICONS: Record<OrderChanged["kind"], string> = {
  order_edited: "✏️",
  slice_skipped: "⏭",
  order_paused: "⏸",
  order_resumed: "▶️",
  order_underfunded: "⚠️",
  order_cancelled: "🚫",
  order_expired: "⌛",
};

function pauseLine(told: NotificationOf<"order_auto_paused">): string {
  if (told.isOverLossBudget)
    return (
      "Its vault's loss budget is used up. Nothing more is done until you resume the order, " +
      "when the budget allows it again."
    );
  if (told.isGrantOver)
    return (
      "The grant by which your agent made it is over. Nothing more is done until you resume " +
      "the order, as your own."
    );
  return (
    `${told.consecutiveFailures} slices in a row failed. Nothing more is done until you ` +
    "resume the order."
  );
}

function completedLines(told: NotificationOf<"order_completed">): string[] {
  const { estimated, broadcast } = told;
  const [sold, bought] = [
    amount(told.totalSpent, told.sellSymbol),
    amount(told.totalBought, told.buySymbol),
  ];
  return broadcast
    ? [
        title("🏁", told, `completed (${cut(told.progress, 20)})`),
        `Total spent: ${about(estimated)}${sold}`,
        `Total bought: ${about(estimated)}${bought}`,
        ...(told.quality === undefined ? [] : [cut(told.quality, 300)]),
      ]
    : [
        title("🏁", told, `completed (${cut(told.progress, 20)})`),
        `Quoted in all: ${sold} for ${bought}. Each slice was a notification; nothing was ` +
          "sent by this order.",
      ];
}

function failedLines(told: NotificationOf<"slice_failed">): string[] {
  const { consecutiveFailures, failureLimit, debugCall } = told;
  return [
    title(
      "❌",
      told,
      `slice ${told.sliceNumber} failed (${consecutiveFailures}/${failureLimit} in a row)`,
    ),
    `Error: ${cut(inPlainWords(told.error), 400)}`,
    `Code: ${cut(told.code, 40)}`,
    `Slices so far: ${cut(told.progress, 20)}`,
    "Debug call data:",
    ...callLines(debugCall, SELECTOR_CHARS),
    ...((debugCall.data ?? "").length <= SELECTOR_CHARS
      ? []
      : ["All of its data: Details, under the order's card."]),
  ];
}

const title = (icon: string, told: { orderId: number }, what: string) =>
  `${icon} <b>TWAP #${told.orderId}</b> ${what}`;

/** Words that the chat reads without a model (src/chat/fast-path). */
const swapWords = (slice: NotificationOf<"manual_slice">) =>
  slice.side === "buy"
    ? `buy ${amount(slice.buyAmount, slice.buySymbol)} with ${cut(slice.sellSymbol, 42)} on ` +
      `${slice.dex}`
    : `sell ${amount(slice.sellAmount, slice.sellSymbol)} for ${cut(slice.buySymbol, 42)} on ` +
      `${slice.dex}`;

const swapLine = (slice: NotificationOf<"slice_executed">, estimated: boolean) =>
  `Sold ${about(estimated)}${amount(slice.sellAmount, slice.sellSymbol)}, bought ` +
  `${about(estimated)}${amount(slice.buyAmount, slice.buySymbol)}`;

const about = (estimated: boolean) => (estimated ? "about " : "");

const amount = (value: string, symbol: string) => `${cut(value, 100)} ${cut(symbol, 42)}`;

const coin = (wei: string, chainId: ChainId) =>
  `${cut(formatUnits(BigInt(wei), 18), 100)} ${chainOf(chainId).nativeCoin}`;
