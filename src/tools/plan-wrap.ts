import { encodeFunctionData, parseAbi } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { agentOf, readCallFacts } from "../pipeline/read-call-facts.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import type { ToolContext } from "./tool.ts";
import type { WantedSwap } from "./wanted-swap.ts";
import { withinBounds } from "./within-bounds.ts";

/** The vault's own wrapping methods (docs/facts/vault-contracts.md 2). */
const abi = parseAbi(["function wrapETH(uint256 value)", "function unwrapWETH9(uint256 amountMinimum)"]);

/** 1:1 by the contract: no venue, no slippage; the NAV Shield still measures it. */
export async function planWrap(
  ctx: ToolContext,
  { tokenIn, tokenOut, amountBase }: WantedSwap,
  kind: "wrap" | "unwrap",
): Promise<Verdict<CallPlan>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const known = baseTokenMemory.get(ctx);
  const [facts, pools, [balance, active]] = await Promise.all([
    agentOf(ctx).then((agent) => readCallFacts(chain, ctx.vault, agent)),
    oraclePools.read(chain, oraclePools.with(chain.addresses, [known])),
    chain.rpc.send([accountReads.balance(tokenIn.address, ctx.vault), vaultReads.activeTokens(ctx.vault)]),
  ]);
  if (!facts.ok) return facts;
  if (!active.ok) return refuse("rpc_unavailable", "The vault could not be read from the chain. Please try again.");
  const { baseToken } = active.value;
  baseTokenMemory.set(ctx, baseToken);
  if (!balance.ok) return refuse("rpc_unavailable", "The vault's balance could not be read. Please try again.");
  if (balance.value < amountBase) {
    const details = {
      token: tokenIn.address,
      balanceBase: balance.value.toString(),
      neededBase: amountBase.toString(),
      decimals: tokenIn.decimals,
    };
    return refuse("insufficient_balance", `The vault holds too little ${tokenIn.symbol}. Reduce the amount.`, details);
  }
  const bounded = withinBounds.judge(ctx, facts.value, {
    mode: "exactIn",
    amountInBase: amountBase,
    amountOutBase: amountBase,
  });
  if (!bounded.ok) return bounded;
  const amount = formatUnits(amountBase, tokenIn.decimals);
  const base = amountBase.toString();
  return allow({
    kind: "call",
    data: encodeFunctionData({ abi, functionName: kind === "wrap" ? "wrapETH" : "unwrapWETH9", args: [amountBase] }),
    description: `${kind === "wrap" ? "Wrap" : "Unwrap"} ${amount} ${tokenIn.symbol}`,
    message: `${kind === "wrap" ? "Wraps" : "Unwraps"} ${amount} ${tokenIn.symbol} into ${amount} ${tokenOut.symbol}, 1:1.`,
    expected: {
      kind,
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      amountInBase: amountBase,
      amountOutBase: amountBase,
      recipient: ctx.vault,
    },
    swap: {
      venue: "vault",
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      decimalsIn: tokenIn.decimals,
      decimalsOut: tokenOut.decimals,
      symbolIn: tokenIn.symbol,
      symbolOut: tokenOut.symbol,
      amountInBase: base,
      amountOutBase: base,
      maxInBase: base,
      minOutBase: base,
    },
    swapMeta: {
      sellAmount: amount,
      sellToken: tokenIn.symbol,
      buyAmount: amount,
      buyToken: tokenOut.symbol,
      price: `1 ${tokenIn.symbol} = 1 ${tokenOut.symbol}`,
      dex: "vault",
    },
    facts: facts.value,
    measured: { baseToken, pools },
  });
}
