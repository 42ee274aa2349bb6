import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount, hexHash } from "../../schemas/primitives.ts";
import { type Arrival, arrivalReads, LOG_LIMITS } from "../bridge/bridge-reads.ts";
import { type KnownDeposit, lookAtDeposit } from "../bridge/look-at-deposit.ts";
import { bridgeTokens } from "../calldata/bridge-call.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { depositOutput, toldDeposit } from "./bridge-output.ts";
import { inField, invalid, textOf } from "./chain-argument.ts";
import { followMove } from "./follow-move.ts";
import { defineTool, type ToolAnswer, type ToolContext, vaultRead } from "./tool.ts";

const input = z.object({
  transactionHash: hexHash
    .optional()
    .describe("Of the transaction that sent it. Without it, recent arrivals are listed."),
  sourceChain: textOf(32)
    .optional()
    .describe("Chain that it left; default: the chain of the request."),
  chain: textOf(32)
    .optional()
    .describe("Chain that it arrives on: needed without transactionHash."),
  token: textOf(100).optional().describe("What arrives: needed without transactionHash."),
  minAmount: decimalAmount
    .optional()
    .describe("The least that has to arrive in one piece; default: anything."),
});
type Input = z.infer<typeof input>;

const output = () =>
  depositOutput()
    .partial()
    .extend({
      status: z.enum([
        "arrived",
        "waiting",
        "expired",
        "refunded",
        "not_mined",
        "failed",
        "not_seen",
      ]),
      arrivals: z
        .array(z.object({ amount: decimalAmount, amountBase: baseUnits, transactionHash: hexHash }))
        .optional(),
    });
type Answer = Verdict<ToolAnswer<z.input<ReturnType<typeof output>>>>;

/**
 * Reads both chains now. A deposit's event names all that the destination knows it by, so an
 * arrival is found at any age.
 */
export const verifyBridgeArrival = defineTool({
  name: "verify_bridge_arrival",
  description:
    "Tells what became of a transfer to another chain: on its way, arrived, expired or " +
    "refunded. Name its transactionHash, or chain and token for recent arrivals. Answers at " +
    "once; ask again later.",
  category: "Cross-Chain",
  says: [
    "~arrived|arrive|came|arrival|landed|there|arriving|through " +
      "transfer|bridge|bridged|it|did [already] [{coin:token}] {place:chain} [to|on|come]",
  ],
  ...vaultRead,
  staysOnChain: true,
  input,
  example: { transactionHash: `0x${"1".repeat(64)}`, sourceChain: "base" },
  output,
  run: async (ctx, given) => {
    if (given.transactionHash !== undefined)
      return ofDeposit(ctx, given, lowerHex(given.transactionHash));
    if (given.chain !== undefined && given.token !== undefined)
      return ofRecent(ctx, given, given.chain, given.token);
    return invalid("Give transactionHash, or chain and token to list recent arrivals.");
  },
});

async function ofDeposit(ctx: ToolContext, given: Input, hash: `0x${string}`): Promise<Answer> {
  const parsed = inField("sourceChain", parseChain(given.sourceChain ?? String(ctx.chainId)));
  if (!parsed.ok) return parsed;
  const source = parsed.value;
  const look = await lookAtDeposit(ctx.deps, { vault: ctx.vault, source, hash });
  const { name } = chainOf(source);
  switch (look.kind) {
    case "unread":
      return unreadable(look.chainId);
    case "not_mined":
      return allow({
        message: `Not mined on ${name} yet, or sent on another chain. Ask again in a moment.`,
        data: { status: "not_mined" },
      });
    case "reverted":
      return allow({
        message: `The transaction failed on ${name}: nothing left the vault.`,
        data: { status: "failed" },
      });
    case "none":
      return invalid(
        `transactionHash: this transaction on ${name} sent nothing of this vault to another ` +
          "chain. Check the transaction and sourceChain.",
      );
    default:
      // The agent's own are followed once confirmed.
      if (look.sentBy === ctx.operator) await follow(ctx, look, hash);
      if (look.kind === "arrived") await follow(ctx, look);
      return allow(toldDeposit(look, hash));
  }
}

/** A sync's amount is neither loss at its source nor gain at its destination. */
async function follow(
  ctx: ToolContext,
  { deposit, source, destination, token, sentAtMs }: KnownDeposit,
  sentBy?: string,
): Promise<void> {
  if (deposit.opType !== "sync") return;
  const { inputToken, outputToken, outputAmountBase, depositId } = deposit;
  if (sentBy === undefined)
    return followMove(ctx, {
      chainId: destination,
      token: outputToken,
      amountBase: outputAmountBase,
      direction: "up",
      moveId: `in:${source}:${depositId}`,
      untilMs: sentAtMs,
    });
  const input = bridgeTokens.at(source, inputToken);
  if (input === undefined) return;
  await followMove(ctx, {
    chainId: source,
    token: inputToken,
    amountBase: bridgeTokens.rescale(outputAmountBase, token, input),
    direction: "down",
    moveId: `out:${source}:${sentBy}`,
    untilMs: sentAtMs,
  });
}

async function ofRecent(
  ctx: ToolContext,
  given: Input,
  chainText: string,
  tokenText: string,
): Promise<Answer> {
  const parsed = inField("chain", parseChain(chainText));
  if (!parsed.ok) return parsed;
  const there = ctx.deps.chain(parsed.value);
  const { name } = chainOf(parsed.value);
  const token =
    bridgeTokens.named(parsed.value, tokenText.toUpperCase() === "ETH" ? "WETH" : tokenText) ??
    bridgeTokens.at(parsed.value, lowerHex(tokenText as `0x${string}`));
  if (token === undefined)
    return refuse(
      "bridge_pair_unsupported",
      `token: vaults bridge no such token to ${name}. Choose another.`,
    );
  const least = inField("minAmount", parseUnits(given.minAmount ?? "0", token.decimals));
  if (!least.ok) return least;
  const [head] = await there.rpc.send([blockReads.latest()]);
  if (!head.ok) return unreadable(parsed.value);
  const fromBlock =
    head.value.number > LOG_LIMITS.lookBackBlocks
      ? head.value.number - LOG_LIMITS.lookBackBlocks
      : 0n;
  const isWrapped = token.address === there.addresses.wrappedNative;
  const [found] = await there.rpc.send([
    arrivalReads.since({ vault: ctx.vault, token: token.address, isWrapped }, fromBlock),
  ]);
  if (!found.ok)
    return refuse(
      "rpc_unavailable",
      `The arrivals on ${name} could not be listed. Ask again with the transactionHash of ` +
        "what was sent.",
    );
  const arrivals = found.value.filter(({ amountBase }) => amountBase >= least.value);
  const blocks = head.value.number - fromBlock;
  const common = { destinationChainId: parsed.value, token: token.address, symbol: token.symbol };
  const shown = arrivals.map(({ amountBase, hash }: Arrival) => ({
    amount: formatUnits(amountBase, token.decimals),
    amountBase: amountBase.toString(),
    transactionHash: lowerHex(hash as `0x${string}`),
  }));
  if (shown.length === 0)
    return allow({
      message:
        `Nothing of that has arrived on ${name} in the last ${blocks} blocks. Ask again ` +
        "later, or with the transactionHash of what was sent.",
      data: { ...common, status: "not_seen", arrivals: [] },
    });
  const list = shown.map(({ amount }) => `${amount} ${token.symbol}`).join(", ");
  return allow({
    message: `Arrived on ${name} in the last ${blocks} blocks: ${list}.`,
    data: { ...common, status: "arrived", arrivals: shown },
  });
}

const unreadable = (chain: ChainId) =>
  refuse(
    "rpc_unavailable",
    `${chainOf(chain).name} could not be read. Nothing is known yet; please try again.`,
  );
