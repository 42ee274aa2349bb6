import type { SwapCall } from "../chain/read-swap.ts";
import type { SimTransaction } from "../chain/read-transaction.ts";
import type { AskedOrder } from "./create-world.ts";
import { isWorse } from "./is-worse.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import { termsAt } from "./order-terms.ts";
import type { Activity } from "./scheduler.ts";

type Given = {
  ledger: Ledger;
  order: AskedOrder;
  prepared: Prepared;
  tx: SimTransaction;
  swap: SwapCall;
  activity: Activity;
  nowMs: number;
};

/**
 * What an order's options allow of a transaction that is handed to a node, by what was asked for:
 * no worse price than its limit, whatever the pools do until it is mined; no fee above its gas
 * price; nothing before its start, and nothing new after its end. The texts of what is wrong.
 */
export function judgeOptionsSend(given: Given): string[] {
  const { order, prepared, tx, swap, nowMs } = given;
  const terms = termsAt(order, prepared.at);
  if (terms === undefined) return [];
  const { limit, startMs, expiresMs, mostWei } = terms;
  const [most, least] =
    swap.mode === "exactIn" ? [swap.amountBase, swap.limitBase] : [swap.limitBase, swap.amountBase];
  return [
    ...(limit !== undefined && isWorse(order, limit, { soldBase: most, boughtBase: least })
      ? [
          `a slice that may give ${most} for ${least}, and its limit is ${limit.usdc} for ` +
            `${limit.weth}`,
        ]
      : []),
    ...(mostWei !== undefined && tx.maxFeePerGas > mostWei
      ? [`a slice at a fee of ${tx.maxFeePerGas} wei, and its most is ${mostWei}`]
      : []),
    ...(startMs !== undefined && nowMs < startMs
      ? [`a slice ${startMs - nowMs} ms before its order's start`]
      : []),
    ...(expiresMs === undefined ? [] : judgeEnd(given, expiresMs)),
  ];
}

const ROUTER = "0x3593564c";

/**
 * Nothing is written down from an order's end on, nor sent by anybody who comes later. Who wrote it
 * down before, and was held up on the way to the node, sends what cannot trade any more: the
 * router's calldata is not good beyond that end.
 */
function judgeEnd(
  { ledger, prepared, tx, swap, activity, nowMs }: Given,
  expiresMs: number,
): string[] {
  const sentMs = [...prepared.hashes].flatMap((hash) =>
    hash === tx.hash ? [] : (ledger.offered.get(hash)?.atMs ?? []),
  );
  const isLate =
    nowMs >= expiresMs && !sentMs.some((ms) => ms < expiresMs) && activity.id !== prepared.by;
  return [
    ...(prepared.signedMs >= expiresMs
      ? [`a slice signed ${prepared.signedMs - expiresMs} ms after its order's end`]
      : []),
    ...(isLate && (ledger.offered.get(tx.hash)?.atMs ?? nowMs) >= expiresMs
      ? [`a slice ${nowMs - expiresMs} ms after its order's end`]
      : []),
    ...(tx.data.startsWith(ROUTER) && swap.deadlineSec * 1_000 >= expiresMs
      ? [
          `a slice that is good until ${swap.deadlineSec * 1_000 - expiresMs} ms after its ` +
            "order's end",
        ]
      : []),
  ];
}
