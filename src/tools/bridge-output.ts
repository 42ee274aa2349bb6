import type { Hash } from "viem";
import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import {
  baseUnits,
  decimalAmount,
  hexAddress,
  hexData,
  hexHash,
  unixMs,
} from "../../schemas/primitives.ts";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import type {
  DepositLook,
  KnownDeposit,
  Underway,
  UnderwayDeposit,
} from "../bridge/look-at-deposit.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { human } from "./call-facts.ts";
import { vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

export const bridgeOutput = () =>
  transactionOutput().extend({
    bridge: z
      .object({
        opType: z.enum(["transfer", "sync"]),
        sourceChainId: chainId,
        destinationChainId: chainId,
        inputToken: hexAddress,
        outputToken: hexAddress,
        amountBase: baseUnits,
        outputAmountBase: baseUnits.describe("In base units of the token on the other chain."),
        feeBps: z.int(),
        toleranceBps: z.int().describe("Of a sync: what part of the vault's value it may move."),
      })
      .optional(),
    underway: underwayOutput()
      .optional()
      .describe("Sent from here in the last 5,000 blocks, not arrived."),
  });

/** Common part of the tools that send something to another chain. */
export const bridgeTool = {
  category: "Cross-Chain",
  ...vaultCall,
  // It arrives on a chain that the grant may not name.
  waitsByGrant: true,
  output: bridgeOutput,
} as const;

/** Their arguments in words. */
export const bridgeFields = {
  token: { is: "token" },
  amount: { is: "amount", of: "token" },
  destinationChain: { is: "chain", role: "to" },
  sourceChain: { is: "chain", role: "at" },
} as const;

/** Lines and data of deposits under way, for answers about something else. */
export const toldUnderway = ({ deposits, unread }: Underway) => ({
  lines: [
    ...deposits.map(lineOf),
    ...unread.map(
      (chain) =>
        `Whether everything sent from ${chainOf(chain).name} has arrived could not be read.`,
    ),
  ],
  data: deposits.map(dataOf),
});

function dataOf(look: UnderwayDeposit): z.input<ReturnType<typeof underwayOutput>>[number] {
  const { data } = toldDeposit(look, look.hash);
  const {
    transactionHash,
    opType,
    symbol,
    amount,
    sentAt,
    sourceChainId,
    destinationChainId,
    refundTransaction,
  } = data;
  return {
    transactionHash,
    opType,
    symbol,
    amount,
    sentAt,
    sourceChainId,
    destinationChainId,
    status: look.kind,
    ...(refundTransaction && { refundTransaction }),
  };
}

function lineOf(look: UnderwayDeposit): string {
  const { deposit, source, destination, token, secondsLeft, hash } = look;
  const { refundTransaction } = toldDeposit(look, hash).data;
  const amount = human(token, deposit.outputAmountBase);
  const way =
    `${deposit.opType} of ${amount} from ${chainOf(source).name} to ` +
    `${chainOf(destination).name}, sent ${utcMinute(look.sentAtMs)} in ${hash}`;
  if (look.kind === "waiting") return `On its way: ${way}, ${secondsLeft} s left to arrive.`;
  return refundTransaction === undefined
    ? `Not arrived in time: ${way}. Across pays it back to the vault's escrow in some hours, ` +
        "unless it has been handed on already."
    : `Not arrived in time: ${way}. It lies with the vault's escrow: any wallet hands it on ` +
        `by sending ${refundTransaction.data} to ${refundTransaction.to} on ` +
        `${chainOf(source).name}.`;
}

/** Short form; verify_bridge_arrival has the rest. */
export const underwayOutput = () =>
  z.array(
    depositOutput()
      .pick({
        transactionHash: true,
        opType: true,
        symbol: true,
        amount: true,
        sentAt: true,
        refundTransaction: true,
      })
      .extend({
        status: z.enum(["waiting", "expired", "refunded"]),
        sourceChainId: z.int(),
        destinationChainId: z.int(),
      }),
  );

/** A deposit in words and as data, with the transaction that hands a due refund on. */
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
        message:
          `On its way: ${what}. Relayers have ${secondsLeft} s left to pay it out. Ask again ` +
          "in a few seconds.",
        data,
      };
    case "refunded":
      return {
        message:
          `It was not paid out in time, and Across has paid it back to ${escrow}. Any wallet ` +
          "can hand it on to the vault: send the transaction in data.refundTransaction.",
        data: {
          ...data,
          refundTransaction: {
            to: deposit.escrow,
            data: bridgeReads.refundVault(deposit.inputToken),
            value: "0x0",
            chainId: source,
          },
        },
      };
    case "expired":
      return {
        message:
          `It was not paid out in time. Across pays it back to ${escrow}, which takes some ` +
          "hours; where it is not there any more, it has been handed on already. Ask again " +
          "later.",
        data,
      };
  }
}

export const depositOutput = () =>
  z.object({
    status: z.enum(["arrived", "waiting", "expired", "refunded"]),
    transactionHash: hexHash,
    sourceChainId: chainId,
    destinationChainId: chainId,
    token: hexAddress,
    symbol: z.string(),
    // No description: every listing of the tools carries this schema several times.
    amount: decimalAmount,
    amountBase: baseUnits,
    opType: z.enum(["transfer", "sync"]),
    depositId: baseUnits,
    sentAt: unixMs,
    fillDeadlineSec: z.int(),
    escrow: hexAddress.describe("Gets the refund of what was not filled."),
    /** Any wallet may send it. */
    refundTransaction: z
      .object({ to: hexAddress, data: hexData, value: z.literal("0x0"), chainId })
      .optional(),
  });
