import * as z from "zod";
import { failedCall } from "../../schemas/calls/failed-call.ts";
import { type TwapOrder, twapOrder } from "../../schemas/orders/twap-order.ts";
import { AppError } from "../errors.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize, utcMinute } from "../lib/sanitize.ts";
import { claimSliceTrade } from "../store/orders/claim-slice-trade.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfOrder } from "../twap/cut-of-order.ts";
import { directionText, slicesBehind } from "../twap/state-of.ts";
import { getTwapOrder } from "../twap/tools/get-twap-order.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { ORDER_ACTIONS } from "./change-orders.ts";
import { callLines, renderText, renderUntrusted } from "./render/escape-html.ts";
import { MAX_DATA_CHARS, type OrderButton } from "./render/order-button.ts";
import { renderChat } from "./render/render-chat.ts";
import { vaultTitle } from "./render/vault-buttons.ts";
import { listOrdersOf, runForVault } from "./run-for-vault.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

/**
 * Acts for the button's vault, if this chat speaks for it and the chain confirms its owner. A
 * button outlasts a pairing, so it gives no right. @throws AppError with the refusal's code
 */
export async function pressOrder(
  scene: ChatScene,
  { action, chainId, vault, orderId, slice }: OrderButton,
): Promise<ChatAnswer> {
  const { pairing } = scene;
  const own = pairing.vaults.filter((one) => one.chainId === chainId && one.vault === vault);
  let refusal: unknown = new AppError(
    "twap_order_not_found",
    "This chat does not speak for that vault (any more).",
  );
  for (const paired of own) {
    try {
      if (action === "trade") {
        const answer = await tradeSlice(scene, paired, { orderId, slice });
        return { ...answer, html: titled(scene, paired, answer.html) };
      }
      if (action === "details")
        return { html: titled(scene, paired, await orderDetails(scene, paired, orderId)) };
      const { message = "" } = await runForVault(scene, paired, ORDER_ACTIONS[action].tool, {
        id: orderId,
      });
      return { html: titled(scene, paired, renderUntrusted(message)) };
    } catch (error) {
      // Of two operators for a vault one owns it.
      if (!(error instanceof AppError) || error.code !== "not_vault_owner") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

const titled = ({ pairing }: ChatScene, paired: PairedVault, html: string) =>
  pairing.vaults.length > 1 ? `${vaultTitle(paired)}\n${html}` : html;

const shown = z.object({ order: twapOrder, failedCall: failedCall.nullable() });

/**
 * Exact amounts, token addresses and the last failed call behind a card. @throws AppError
 * twap_order_not_found, or a reader's refusal
 */
async function orderDetails(
  scene: ChatScene,
  paired: PairedVault,
  orderId: number,
): Promise<string> {
  const { data } = await runForVault(scene, paired, getTwapOrder, { id: orderId, limit: 1 });
  const { order, failedCall: call } = shown.parse(data);
  const [sold, bought] = [symbol(order.sellSymbol), symbol(order.buySymbol)];
  const about = order.amountsEstimated ? " (estimated where a receipt does not show it)" : "";
  const exactly = (amount: string, unit: string, base: string) =>
    `<code>${renderText(amount)}</code> ${unit} = <code>${renderText(base)}</code> base units`;
  const token = (unit: string, address: string, decimals: number) =>
    `${unit}: <code>${renderText(address)}</code>, ${decimals} decimals`;
  return [
    `${renderUntrusted(`TWAP order #${order.id}: ${directionText(order)}`)}`,
    `Slices: ${order.slicesExecuted} of ${order.sliceCount} done, every ` +
      `${order.intervalMinutes} minutes`,
    `Sold: ${exactly(order.amountSpent, sold, order.spentBase)}${about}`,
    `Bought: ${exactly(order.totalBought, bought, order.boughtBase)}${about}`,
    token(sold, order.sellTokenAddress, order.sellDecimals),
    token(bought, order.buyTokenAddress, order.buyDecimals),
    `Made ${utcMinute(order.createdAt)}`,
    ...(call === null
      ? []
      : [`Slice ${call.sliceNumber} failed with this call:`, ...callLines(call, MAX_DATA_CHARS)]),
  ].join("\n");
}

const symbol = (text: string) => renderUntrusted(sanitize(text, 42));

/**
 * Trades a notified slice once, until the next is due, within its order's bounds. In confirm mode
 * it is an operation, without a delegation a transaction to sign. @throws AppError with the
 * refusal's code
 */
export async function tradeSlice(
  scene: ChatScene,
  paired: PairedVault,
  { orderId, slice }: { orderId: number; slice: number },
): Promise<ChatAnswer> {
  const { deps, requestId, chatId, actions } = scene;
  const order = (await listOrdersOf(scene, paired)).find(({ id }) => id === orderId);
  if (order === undefined)
    throw new AppError("twap_order_not_found", `There is no TWAP order #${orderId} any more.`);
  if (!isOpen(order, slice, deps.clock.nowMs())) return { html: OVER };
  const of = { vault: paired.vault, orderId, slice };
  const step = (name: "claim" | "give back") =>
    claimSliceTrade.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...of,
      step: name,
    });
  const claimed = await step("claim");
  if (!claimed.claimed || claimed.slice === null) return { html: TAKEN };
  // After catching up several numbers share a time, which shows the newest.
  if (claimed.slice.status !== "notified" || claimed.slice.at !== order.lastExecution)
    return { html: OVER };
  try {
    const { result } = await actions.runTool(deps, requestId, {
      tool: buildVaultSwap,
      args: argumentsOf(order, claimed.slice.plannedBase),
      chainId: paired.chainId,
      vaultAddress: paired.vault,
      executionMode: "delegated",
      withoutDelegation: "unsigned",
      caller: {
        kind: "paired",
        channel: TELEGRAM_ID,
        operator: paired.operator,
        chatId,
        amountBase: BigInt(claimed.slice.plannedBase),
        bounds: boundsOfOrder(order),
      },
      purpose: { kind: "call" },
    });
    const { message = "", transaction, transactions, operationId } = result;
    const html = renderChat({ reply: message, transaction, transactions });
    return { html, ...(operationId !== undefined && { operationId }) };
  } catch (error) {
    if (isRefused(error))
      await step("give back").catch((cause: unknown) => {
        deps.log("slice_not_given_back", {
          cause: cause instanceof Error ? sanitize(cause.message, 300) : "unknown",
        });
      });
    throw error;
  }
}

const isOpen = (order: TwapOrder, slice: number, nowMs: number) =>
  !order.autoExecute &&
  order.status !== "cancelled" &&
  order.status !== "expired" &&
  slicesBehind(order) >= slice &&
  nowMs < (order.lastExecution ?? 0) + order.intervalMinutes * 60_000 &&
  (order.expiresAt === undefined || nowMs + TWAP_RULES.timeToMineMs < order.expiresAt);

function argumentsOf(order: TwapOrder, plannedBase: string): Record<string, unknown> {
  const { side, sellTokenAddress: tokenIn, buyTokenAddress: tokenOut, dex } = order;
  const base = BigInt(plannedBase);
  return side === "sell"
    ? { tokenIn, tokenOut, dex, amountIn: formatUnits(base, order.sellDecimals) }
    : { tokenIn, tokenOut, dex, amountOut: formatUnits(base, order.buyDecimals) };
}

/** Nothing is out; a failed store leaves that unknown. */
const isRefused = (error: unknown) =>
  error instanceof AppError &&
  error.code !== "store_unavailable" &&
  error.code !== "internal_error";

const OVER =
  "This slice is over: another one has come, or is due, or its order has ended. Nothing was " +
  "done. Write what you want to trade, if you still want it.";
const TAKEN = "This slice was asked for already. Nothing more was done.";
