import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { navReads } from "../chain/nav-reads.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { checkHyperliquidEntry, restingBase, riskierMargin } from "./check-hyperliquid-entry.ts";
import { checkHyperliquidExit } from "./check-hyperliquid-exit.ts";
import { coreReads } from "./core-reads.ts";
import { encodeCall } from "./encode-call.ts";
import { keptBase } from "./entry-of.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";
import {
  judgeHyperliquidNav,
  readHyperliquidValue,
  unmeasuredHyperliquid,
  unreadableVenue,
} from "./read-hyperliquid-value.ts";
import { unshownHyperliquid } from "./unshown-hyperliquid.ts";

/**
 * The effect comes after the simulated block and has no oracle hook (decision D54), so all figures
 * are read here. A way out is bounded by price and by the margin that open positions need.
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

/** The vault's own view may not fall, and one deposit is bounded. */
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
  if (!after.ok) return after.kind === "unavailable" ? unreadableVenue : unmeasuredHyperliquid;
  const nav = await judgeHyperliquidNav(ctx, value.value, after.value);
  if (!nav.ok) return nav;
  const { navBase, view } = value.value;
  const [viewBase, afterBase] = [view.netTotalValue, after.value.netTotalValue];
  // Its view does not see the 1 USDC that a new account's first deposit costs.
  if (afterBase < viewBase)
    return refuse(
      "nav_shield_blocked",
      `The vault's own value would fall from ${usd(viewBase)} to ${usd(afterBase)} USDC. ` +
        "Nothing was built.",
      { measured: true, beforeBase: viewBase.toString(), afterBase: afterBase.toString() },
    );
  const { maxCollateralBps } = (await ctx.stored()).perpLimits;
  if (call.amountBase * 10_000n <= navBase * BigInt(maxCollateralBps)) return nav;
  const most = (navBase * BigInt(maxCollateralBps)) / 10_000n;
  return refuse(
    "perp_limit_exceeded",
    `${usd(call.amountBase)} USDC are more than ${maxCollateralBps / 100}% of the vault's ` +
      `${usd(navBase)} USDC on this chain and at the venue; at most ${usd(most)} may be ` +
      "deposited at once. Deposit less, or loosen the limit with a signature made for it.",
    {
      limit: "maxCollateralBps",
      allowed: maxCollateralBps,
      value: call.amountBase.toString(),
      mostBase: most.toString(),
    },
  );
}

const usd = (base: bigint): string => formatUnits(base, 6);

/**
 * The venue lets positions be stripped to ten times their margin. The rest must carry positions and
 * orders within the vault's limits (decision D54). Refuses with perp_limit_exceeded,
 * rpc_unavailable or as the venue does.
 */
async function checkMarginTaken(
  ctx: ExecutionContext,
  askedBase: bigint,
  own?: string,
): Promise<Checked> {
  const { deps, vault, chainId } = ctx;
  const unshown = await unshownHyperliquid(ctx, own);
  if (!unshown.ok) return unshown;
  const { shown, counted, addedBase } = unshown.value;
  const passed = allow({ beside: { perp: { isEntry: false, shown, counted } } });
  const takenBase = askedBase + unshown.value.takenBase;
  const [open, account, [margin]] = await Promise.all([
    deps.api(hyperliquidApi).openOrders(vault),
    // The chain may be a block behind the venue.
    shown.length === 0 ? undefined : deps.api(hyperliquidApi).account(vault),
    deps.chain(chainId).rpc.send([coreReads.margin(vault)]),
  ]);
  if (!margin.ok)
    return refuse(
      "rpc_unavailable",
      "The venue's account could not be read. Nothing was built; please try again.",
    );
  if (!open.ok) return open;
  if (account?.ok === false) return account;
  const waitingBase = restingBase(open.value) + addedBase;
  const { accountValueBase, marginUsedBase, notionalBase } = riskierMargin(
    margin.value,
    account?.value,
  );
  const carriedBase = notionalBase + waitingBase;
  if (carriedBase === 0n) return passed;
  const { maxLeverage, minLiquidationDistanceBps } = (await ctx.stored()).perpLimits;
  const leftBase = accountValueBase - takenBase;
  const figures = { leftBase: leftBase.toString(), carriedBase: carriedBase.toString() };
  const what =
    `Taking ${usd(takenBase)} USDC out would leave ${usd(leftBase)} behind positions and ` +
    `orders of ${usd(carriedBase)}`;
  if (carriedBase > leftBase * BigInt(maxLeverage))
    return refuse(
      "perp_limit_exceeded",
      `${what}, more than ${maxLeverage}x. Take less, or close first.`,
      {
        limit: "maxLeverage",
        allowed: maxLeverage,
        ...figures,
      },
    );
  const mustStayBase = keptBase(marginUsedBase, waitingBase);
  if ((leftBase - mustStayBase) * WHOLE_BPS >= carriedBase * BigInt(minLiquidationDistanceBps))
    return passed;
  return refuse(
    "perp_limit_exceeded",
    `${what}, which would be liquidated within ${minLiquidationDistanceBps / 100}% of the ` +
      "mark. Take less, or close first.",
    { limit: "minLiquidationDistanceBps", allowed: minLiquidationDistanceBps, ...figures },
  );
}
