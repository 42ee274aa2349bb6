import type { Hash } from "viem";
import type * as z from "zod";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import type { DepositLook, KnownDeposit } from "../bridge/look-at-deposit.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { depositOutput } from "./deposit-output.ts";

/** What is on its way and since when, and the transaction that hands a due refund on. */
export function toldDeposit(
  look: Extract<DepositLook, KnownDeposit>,
  hash: Hash,
): { message: string; data: z.input<ReturnType<typeof depositOutput>> } {
  const { kind, deposit, source, destination, token, secondsLeft } = look;
  const amount = formatUnits(deposit.outputAmountBase, token.decimals);
  const what = `${amount} ${token.symbol} on ${chainOf(destination).name}`;
  const escrow = `the vault's escrow ${deposit.escrow} on ${chainOf(source).name}`;
  const data = {
    status: kind,
    transactionHash: hash,
    sourceChainId: source,
    destinationChainId: destination,
    token: token.address,
    symbol: token.symbol,
    amount,
    amountBase: deposit.outputAmountBase.toString(),
    opType: deposit.opType,
    depositId: deposit.depositId.toString(),
    sentAt: look.sentAtMs,
    fillDeadlineSec: deposit.fillDeadlineSec,
    escrow: deposit.escrow,
  };
  switch (kind) {
    case "arrived":
      return { message: `Arrived: ${what}.`, data };
    case "waiting":
      return {
        message: `On its way: ${what}. Relayers have ${secondsLeft} s left to pay it out. Ask again in a few seconds.`,
        data,
      };
    case "refunded":
      return {
        message: `It was not paid out in time, and Across has paid it back to ${escrow}. Any wallet can hand it on to the vault: send the transaction in data.refundTransaction.`,
        data: {
          ...data,
          refundTransaction: {
            ...{ to: deposit.escrow, data: bridgeReads.refundVault(deposit.inputToken) },
            ...{ value: "0x0", chainId: source },
          },
        },
      };
    case "expired":
      return {
        message: `It was not paid out in time. Across pays it back to ${escrow}, which takes some hours; where it is not there any more, it has been handed on already. Ask again later.`,
        data,
      };
  }
}
