import type * as z from "zod";
import type { Underway, UnderwayDeposit } from "../bridge/look-at-sent.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/format-units.ts";
import { utcMinute } from "../lib/utc-minute.ts";
import { toldDeposit } from "./told-deposit.ts";
import type { underwayOutput } from "./underway-output.ts";

/** A line each and as data, for answers about something else. */
export const toldUnderway = ({ deposits, unread }: Underway) => ({
  lines: [
    ...deposits.map(lineOf),
    ...unread.map((chain) => `Whether everything sent from ${chainOf(chain).name} has arrived could not be read.`),
  ],
  data: deposits.map(dataOf),
});

function dataOf(look: UnderwayDeposit): z.input<ReturnType<typeof underwayOutput>>[number] {
  const { data } = toldDeposit(look, look.hash);
  const { transactionHash, opType, symbol, amount, sentAt, sourceChainId, destinationChainId, refundTransaction } =
    data;
  return {
    ...{ transactionHash, opType, symbol, amount, sentAt, sourceChainId, destinationChainId, status: look.kind },
    ...(refundTransaction && { refundTransaction }),
  };
}

function lineOf(look: UnderwayDeposit): string {
  const { deposit, source, destination, token, secondsLeft, hash } = look;
  const { refundTransaction } = toldDeposit(look, hash).data;
  const amount = `${formatUnits(deposit.outputAmountBase, token.decimals)} ${token.symbol}`;
  const way = `${deposit.opType} of ${amount} from ${chainOf(source).name} to ${chainOf(destination).name}, sent ${utcMinute(look.sentAtMs)} in ${hash}`;
  if (look.kind === "waiting") return `On its way: ${way}, ${secondsLeft} s left to arrive.`;
  return refundTransaction === undefined
    ? `Not arrived in time: ${way}. Across pays it back to the vault's escrow in some hours, unless it has been handed on already.`
    : `Not arrived in time: ${way}. It lies with the vault's escrow: any wallet hands it on by sending ${refundTransaction.data} to ${refundTransaction.to} on ${chainOf(source).name}.`;
}
