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
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { agentOf, readCallFacts } from "../pipeline/read-call-facts.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { toldUnderway } from "./bridge-output.ts";
import { quoteBridge } from "./quote-bridge.ts";
import type { ToolContext } from "./tool.ts";
import type { WantedBridge } from "./wanted-bridge.ts";

type Kind = {
  opType: "transfer" | "sync";
  /** Of a sync: what part of the vault's value it may move. */
  toleranceBps: number;
  shouldUnwrap: boolean;
  /** Found by comparing both chains, which is wrong while another sync between them is on its way. */
  isComputed?: boolean;
  /** What the person is told beside the figures. */
  lines?: readonly string[];
};

/**
 * A deposit of the vault into Across, quoted now, with what left earlier and has not arrived; the pipeline judges it from its bytes. Refuses
 * with what a quote does, insufficient_balance, bridge_not_arrived or rpc_unavailable.
 */
export async function planBridge(ctx: ToolContext, wanted: WantedBridge, kind: Kind): Promise<Verdict<CallPlan>> {
  const { source, destination, input, output, isNative, amountBase } = wanted;
  const chain = ctx.deps.chain(ctx.chainId);
  const spent = isNative ? zeroAddress : input.address;
  const known = baseTokenMemory.get(ctx);
  const [quoted, facts, pools, [balance, active], underway] = await Promise.all([
    quoteBridge(ctx.deps, wanted, { vault: ctx.vault, opType: kind.opType, shouldUnwrap: kind.shouldUnwrap }),
    agentOf(ctx).then((agent) => readCallFacts(chain, ctx.vault, agent)),
    oraclePools.read(chain, oraclePools.with(chain.addresses, [known, input.address])),
    chain.rpc.send([accountReads.balance(spent, ctx.vault), vaultReads.activeTokens(ctx.vault)]),
    // A NAV sync has looked at its own last deposit.
    ctx.actor.kind === "system" ? NOTHING : readUnderway(ctx.deps, ctx.vault, [source]),
  ]);
  const twice = kind.isComputed === true ? refusalOfSecond(underway, wanted) : undefined;
  if (twice !== undefined) return twice;
  if (!quoted.ok) return quoted;
  if (!facts.ok) return facts;
  if (!active.ok || !balance.ok)
    return refuse("rpc_unavailable", "The vault could not be read from the chain. Please try again.");
  const { baseToken } = active.value;
  baseTokenMemory.set(ctx, baseToken);
  const symbol = isNative ? chainOf(source).nativeCoin : input.symbol;
  if (balance.value < amountBase)
    return refuse("insufficient_balance", `amount: the vault holds too little ${symbol}. Reduce the amount.`, {
      token: spent,
      balanceBase: balance.value.toString(),
      neededBase: amountBase.toString(),
      decimals: input.decimals,
    });
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
    // The vault sets its own; this is until when it may be sent.
    fillDeadlineSec: Math.floor(ctx.deps.clock.nowMs() / 1_000) + DEADLINE_SEC[ctx.executionMode],
    exclusivityDeadlineSec: 0,
    navToleranceBps: BigInt(kind.toleranceBps),
    sourceNativeAmountBase: isNative ? amountBase : 0n,
    shouldUnwrap: kind.shouldUnwrap,
  };
  const [amount, fee] = [formatUnits(amountBase, input.decimals), formatUnits(feeBase, input.decimals)];
  const arrives = formatUnits(outputAmountBase, output.decimals);
  const way = `from ${chainOf(source).name} to ${chainOf(destination).name}`;
  return allow({
    kind: "call",
    data: encodeDeposit(expected),
    expected,
    description: `${kind.opType === "transfer" ? "Move" : "Sync"} ${amount} ${symbol} ${way}`,
    message: [
      `${kind.opType === "transfer" ? "Moves" : "Syncs"} ${amount} ${symbol} ${way}: ${arrives} ${output.symbol} arrive in about ${estimatedFillSec} s. Fee: ${fee} ${input.symbol} (${feeBps / 100}%).`,
      ...(kind.lines ?? []),
      ...toldUnderway(underway).lines,
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
      underway: toldUnderway(underway).data,
    },
  });
}

const NOTHING: Underway = { deposits: [], unread: [] };

/** What is on its way raises NAV per unit only when it arrives: the difference would be sent twice. */
function refusalOfSecond({ deposits, unread }: Underway, { source, destination }: WantedBridge): Refusal | undefined {
  const way = `from ${chainOf(source).name} to ${chainOf(destination).name}`;
  const first = deposits.find(
    (one) => one.kind === "waiting" && one.deposit.opType === "sync" && one.destination === destination,
  );
  if (first !== undefined)
    return refuse(
      "bridge_not_arrived",
      `A sync ${way} is on its way (${first.hash}, ${first.secondsLeft} s left to arrive): the unit prices do not show it yet. Try again when it has arrived, or name an amount.`,
      { transactionHash: first.hash, secondsLeft: first.secondsLeft },
    );
  return unread.length === 0
    ? undefined
    : refuse(
        "rpc_unavailable",
        `Whether another sync ${way} is on its way could not be read. Try again, or name an amount.`,
      );
}
