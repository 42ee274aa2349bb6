import { zeroAddress } from "viem";
import { encodeDeposit } from "../bridge/encode-deposit.ts";
import { readUnderway, type Underway } from "../bridge/look-at-deposit.ts";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { DEADLINE_SEC } from "../pipeline/attempt-limits.ts";
import { toldUnderway } from "./bridge-output.ts";
import { baseTokenOf, callFacts, readPools, tooLittle } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import { quoteBridge } from "./quote-bridge.ts";
import type { ToolContext } from "./tool.ts";
import type { WantedBridge } from "./wanted-bridge.ts";

type Kind = {
  opType: "transfer" | "sync";
  /** Share of the vault's value that a sync may move. */
  toleranceBps: number;
  shouldUnwrap: boolean;
  /**
   * The amount compares both chains, which is wrong while another sync between them is on its way.
   */
  isComputed?: boolean;
  /** Told beside the figures. */
  lines?: readonly string[];
};

/**
 * Deposit of the vault into Across, quoted now, told with what left earlier and has not arrived.
 * The pipeline judges its bytes. Refuses as a quote does, and with insufficient_balance,
 * bridge_not_arrived or rpc_unavailable.
 */
export async function planBridge(
  ctx: ToolContext,
  wanted: WantedBridge,
  kind: Kind,
): Promise<Verdict<CallPlan>> {
  const { source, destination, input, output, isNative, amountBase } = wanted;
  const chain = ctx.deps.chain(ctx.chainId);
  const spent = isNative ? zeroAddress : input.address;
  const [quoted, facts, pools, [balance, active], underway] = await Promise.all([
    quoteBridge(ctx.deps, wanted, {
      vault: ctx.vault,
      opType: kind.opType,
      shouldUnwrap: kind.shouldUnwrap,
    }),
    callFacts(ctx),
    readPools(ctx, input.address),
    chain.rpc.send([accountReads.balance(spent, ctx.vault), vaultReads.activeTokens(ctx.vault)]),
    // A NAV sync has looked at its own last deposit.
    ctx.actor.kind === "system" ? NOTHING : readUnderway(ctx.deps, ctx.vault, [source]),
  ]);
  const twice = kind.isComputed === true ? refusalOfSecond(underway, wanted) : undefined;
  if (twice !== undefined) return twice;
  if (!quoted.ok) return quoted;
  if (!facts.ok) return facts;
  if (!active.ok || !balance.ok) return unreadable("The vault");
  const baseToken = baseTokenOf(ctx, active.value);
  const symbol = isNative ? chainOf(source).nativeCoin : input.symbol;
  if (balance.value < amountBase)
    return tooLittle(
      `amount: the vault holds too little ${symbol}. Reduce the amount.`,
      { address: spent, decimals: input.decimals },
      { heldBase: balance.value, neededBase: amountBase },
    );
  const { outputAmountBase, feeBase, feeBps, quoteTimestampSec, estimatedFillSec } = quoted.value;
  const vault = lowerHex(ctx.vault);
  const expected: BridgeCall = {
    kind: "bridge",
    opType: kind.opType,
    depositor: vault,
    recipient: vault,
    inputToken: input.address,
    outputToken: output.address,
    inputAmountBase: amountBase,
    outputAmountBase,
    destinationChainId: BigInt(destination),
    exclusiveRelayer: zeroAddress,
    quoteTimestampSec,
    // The vault sets its own; this one bounds when the call may be sent.
    fillDeadlineSec: Math.floor(ctx.deps.clock.nowMs() / 1_000) + DEADLINE_SEC[ctx.executionMode],
    exclusivityDeadlineSec: 0,
    navToleranceBps: BigInt(kind.toleranceBps),
    sourceNativeAmountBase: isNative ? amountBase : 0n,
    shouldUnwrap: kind.shouldUnwrap,
  };
  const [amount, fee] = [
    formatUnits(amountBase, input.decimals),
    formatUnits(feeBase, input.decimals),
  ];
  const arrives = formatUnits(outputAmountBase, output.decimals);
  const verb = kind.opType === "transfer" ? "Move" : "Sync";
  const told = toldUnderway(underway);
  const way = wayOf(wanted);
  return allow({
    kind: "call",
    data: encodeDeposit(expected),
    expected,
    description: `${verb} ${amount} ${symbol} ${way}`,
    message: [
      `${verb}s ${amount} ${symbol} ${way}: ${arrives} ${output.symbol} arrive in about ` +
        `${estimatedFillSec} s. Fee: ${fee} ${input.symbol} (${feeBps / 100}%).`,
      ...(kind.lines ?? []),
      ...told.lines,
      "Once it is mined, ask verify_bridge_arrival with its transaction hash.",
    ].join("\n"),
    suggestions: ["Follow it with verify_bridge_arrival"],
    swap: null,
    facts: facts.value,
    measured: { baseToken, pools },
    answerData: {
      bridge: {
        opType: kind.opType,
        sourceChainId: source,
        destinationChainId: destination,
        inputToken: input.address,
        outputToken: output.address,
        amountBase: amountBase.toString(),
        outputAmountBase: outputAmountBase.toString(),
        feeBps,
        toleranceBps: kind.toleranceBps,
      },
      underway: told.data,
    },
  });
}

const wayOf = ({ source, destination }: Pick<WantedBridge, "source" | "destination">): string =>
  `from ${chainOf(source).name} to ${chainOf(destination).name}`;

const NOTHING: Underway = { deposits: [], unread: [] };

/**
 * A sync on its way raises NAV per unit only once it arrives, so its difference would be sent
 * twice.
 */
function refusalOfSecond(
  { deposits, unread }: Underway,
  { source, destination }: WantedBridge,
): Refusal | undefined {
  const way = wayOf({ source, destination });
  const first = deposits.find(
    (one) =>
      one.kind === "waiting" && one.deposit.opType === "sync" && one.destination === destination,
  );
  if (first !== undefined)
    return refuse(
      "bridge_not_arrived",
      `A sync ${way} is on its way (${first.hash}, ${first.secondsLeft} s left to arrive): ` +
        "the unit prices do not show it yet. Try again when it has arrived, or name an amount.",
      { transactionHash: first.hash, secondsLeft: first.secondsLeft },
    );
  return unread.length === 0
    ? undefined
    : refuse(
        "rpc_unavailable",
        `Whether another sync ${way} is on its way could not be read. Try again, or name an ` +
          "amount.",
      );
}
