import { encodeFunctionData, parseAbi } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { baseTokenOf, callFacts, fixedSwap, readPools, tooLittle } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import type { ToolContext } from "./tool.ts";
import type { WantedSwap } from "./wanted-swap.ts";
import { withinBounds } from "./within-bounds.ts";

/** The vault's own wrapping methods (docs/facts/vault-contracts.md 2). */
const abi = parseAbi([
  "function wrapETH(uint256 value)",
  "function unwrapWETH9(uint256 amountMinimum)",
]);

/**
 * Wraps or unwraps 1:1, by the contract: no venue, no slippage. The NAV Shield measures it all the
 * same.
 */
export async function planWrap(
  ctx: ToolContext,
  { tokenIn, tokenOut, amountBase }: WantedSwap,
  kind: "wrap" | "unwrap",
): Promise<Verdict<CallPlan>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const [facts, pools, [balance, active]] = await Promise.all([
    callFacts(ctx),
    readPools(ctx),
    chain.rpc.send([
      accountReads.balance(tokenIn.address, ctx.vault),
      vaultReads.activeTokens(ctx.vault),
    ]),
  ]);
  if (!facts.ok) return facts;
  if (!active.ok) return unreadable("The vault");
  const baseToken = baseTokenOf(ctx, active.value);
  if (!balance.ok)
    return refuse("rpc_unavailable", "The vault's balance could not be read. Please try again.");
  if (balance.value < amountBase)
    return tooLittle(`The vault holds too little ${tokenIn.symbol}. Reduce the amount.`, tokenIn, {
      heldBase: balance.value,
      neededBase: amountBase,
    });
  const bounded = withinBounds.judge(ctx, facts.value, {
    mode: "exactIn",
    amountInBase: amountBase,
    amountOutBase: amountBase,
  });
  if (!bounded.ok) return bounded;
  const amount = formatUnits(amountBase, tokenIn.decimals);
  return allow({
    kind: "call",
    data: encodeFunctionData({
      abi,
      functionName: kind === "wrap" ? "wrapETH" : "unwrapWETH9",
      args: [amountBase],
    }),
    description: `${kind === "wrap" ? "Wrap" : "Unwrap"} ${amount} ${tokenIn.symbol}`,
    message:
      `${kind === "wrap" ? "Wraps" : "Unwraps"} ${amount} ${tokenIn.symbol} into ${amount} ` +
      `${tokenOut.symbol}, 1:1.`,
    expected: {
      kind,
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      amountInBase: amountBase,
      amountOutBase: amountBase,
      recipient: ctx.vault,
    },
    ...fixedSwap(
      { tokenIn, tokenOut },
      { inBase: amountBase, outBase: amountBase, minOutBase: amountBase },
      { venue: "vault", dex: "vault", rate: "1" },
    ),
    facts: facts.value,
    measured: { baseToken, pools },
  });
}
