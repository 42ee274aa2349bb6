import type { TwapOrder } from "../../schemas/twap-order.ts";
import { AppError } from "../errors.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { claimSliceTrade } from "../store/orders/claim-slice-trade.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfOrder } from "../twap/cut-of-order.ts";
import { slicesBehind } from "../twap/state-of.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { renderChat } from "./render-chat.ts";
import { listOrdersOf } from "./run-for-vault.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

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
