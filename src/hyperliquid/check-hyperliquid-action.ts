import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { navReads } from "../chain/nav-reads.ts";
import type { Checked } from "../kinds/checked.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { checkHyperliquidEntry } from "./check-hyperliquid-entry.ts";
import { checkHyperliquidExit } from "./check-hyperliquid-exit.ts";
import { checkMarginTaken } from "./check-margin-taken.ts";
import { encodeCall } from "./encode-call.ts";
import { judgeHyperliquidNav } from "./judge-hyperliquid-nav.ts";
import { readHyperliquidValue, unmeasuredHyperliquid } from "./read-hyperliquid-value.ts";

/**
 * Its effect comes after the simulated block, on a chain without the oracle's hook (decision 275). All figures are read here, none comes
 * from the tool. Of a way out (hyperliquid-code.ts) the price is bounded, and what is taken from behind open positions.
 */
export async function checkHyperliquidAction(
  ctx: ExecutionContext,
  call: HyperliquidCall,
  plan: CallPlan,
  own?: string,
): Promise<Checked> {
  if (call.kind === "hlDeposit") return checkDeposit(ctx, call, plan);
  if (call.kind === "hlClassTransfer") return checkMarginTaken(ctx, call.amountBase, own);
  if (call.kind !== "hlOrder") return allow({});
  return call.reduceOnly ? checkHyperliquidExit(ctx, call) : checkHyperliquidEntry(ctx, call, own);
}

/** It stays the vault's: its value by its own view may not fall, and at once only so much may leave the chain. */
async function checkDeposit(
  ctx: ExecutionContext,
  call: Extract<HyperliquidCall, { kind: "hlDeposit" }>,
  { facts }: CallPlan,
): Promise<Checked> {
  const { vault } = ctx;
  const chain = ctx.deps.chain(ctx.chainId);
  const at = { from: facts.owner, block: facts.block.number };
  const [value, [after]] = await Promise.all([
    readHyperliquidValue(ctx, facts.block.number),
    chain.rpc.send([navReads.viewAfter(vault, [encodeCall(call)], at)]),
  ]);
  if (!value.ok) return value;
  if (!after.ok) return after.kind === "unavailable" ? unreadable : unmeasuredHyperliquid;
  const nav = await judgeHyperliquidNav(ctx, value.value, after.value);
  if (!nav.ok) return nav;
  const { navBase, view } = value.value;
  const [viewBase, afterBase] = [view.netTotalValue, after.value.netTotalValue];
  // 1 USDC of a new account's first deposit, which the vault's view does not see yet, stays with the venue.
  if (afterBase < viewBase)
    return refuse(
      "nav_shield_blocked",
      `The vault's own value would fall from ${usd(viewBase)} to ${usd(afterBase)} USDC. Nothing was built.`,
      { measured: true, beforeBase: viewBase.toString(), afterBase: afterBase.toString() },
    );
  const { maxCollateralBps } = (await ctx.stored()).perpLimits;
  if (call.amountBase * 10_000n <= navBase * BigInt(maxCollateralBps)) return nav;
  const most = (navBase * BigInt(maxCollateralBps)) / 10_000n;
  return refuse(
    "perp_limit_exceeded",
    `${usd(call.amountBase)} USDC are more than ${maxCollateralBps / 100}% of the vault's ${usd(navBase)} USDC on this chain and at the venue; at most ${usd(most)} may be deposited at once. Deposit less, or loosen the limit with a signature made for it.`,
    {
      limit: "maxCollateralBps",
      allowed: maxCollateralBps,
      value: call.amountBase.toString(),
      mostBase: most.toString(),
    },
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "The venue could not be read from its chain. Nothing was built; please try again.",
);
const usd = (base: bigint): string => formatUnits(base, 6);
