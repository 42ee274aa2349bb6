import * as z from "zod";
import { failedCall } from "../../schemas/failed-call.ts";
import { twapOrder } from "../../schemas/twap-order.ts";
import { sanitize } from "../lib/sanitize.ts";
import { utcMinute } from "../lib/utc-minute.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import { directionText } from "../twap/direction-text.ts";
import { getTwapOrder } from "../twap/tools/get-twap-order.ts";
import { callLines } from "./call-lines.ts";
import type { ChatScene } from "./chat-scene.ts";
import { MAX_DATA_CHARS } from "./max-data-chars.ts";
import { renderText } from "./render-text.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { runForVault } from "./run-for-vault.ts";

const shown = z.object({ order: twapOrder, failedCall: failedCall.nullable() });

/**
 * What stands behind an order's card: its amounts as they are, as decimals and in base units of the token, the tokens by their addresses, and the
 * call of its last slice that failed.
 * @throws AppError twap_order_not_found, and the refusal's code of who may not see it
 */
export async function orderDetails(scene: ChatScene, paired: PairedVault, orderId: number): Promise<string> {
  const { data } = await runForVault(scene, paired, getTwapOrder, { id: orderId, limit: 1 });
  const { order, failedCall: call } = shown.parse(data);
  const [sold, bought] = [symbol(order.sellSymbol), symbol(order.buySymbol)];
  const about = order.amountsEstimated ? " (estimated where a receipt does not show it)" : "";
  const exactly = (amount: string, unit: string, base: string): string =>
    `<code>${renderText(amount)}</code> ${unit} = <code>${renderText(base)}</code> base units`;
  const token = (unit: string, address: string, decimals: number): string =>
    `${unit}: <code>${renderText(address)}</code>, ${decimals} decimals`;
  return [
    `${renderUntrusted(`TWAP order #${order.id}: ${directionText(order)}`)}`,
    `Slices: ${order.slicesExecuted} of ${order.sliceCount} done, every ${order.intervalMinutes} minutes`,
    `Sold: ${exactly(order.amountSpent, sold, order.spentBase)}${about}`,
    `Bought: ${exactly(order.totalBought, bought, order.boughtBase)}${about}`,
    token(sold, order.sellTokenAddress, order.sellDecimals),
    token(bought, order.buyTokenAddress, order.buyDecimals),
    `Made ${utcMinute(order.createdAt)}`,
    ...(call === null ? [] : [`Slice ${call.sliceNumber} failed with this call:`, ...callLines(call, MAX_DATA_CHARS)]),
  ].join("\n");
}

/** Its author is anybody. */
const symbol = (text: string): string => renderUntrusted(sanitize(text, 42));
