import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { HyperliquidCall, HyperliquidOrder } from "../calldata/hyperliquid-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import { blockReads } from "../chain/block-reads.ts";
import { type NavView, navReads } from "../chain/nav-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { coreReads } from "../hyperliquid/core-reads.ts";
import { encodeCall } from "../hyperliquid/encode-call.ts";
import { entryOf } from "../hyperliquid/entry-of.ts";
import { restingBase } from "../hyperliquid/resting-base.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { judgeNavShield } from "../shields/judge-nav-shield.ts";
import { judgePerpEntry } from "../shields/judge-perp-entry.ts";
import { checkMarginTaken } from "./check-margin-taken.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { ShieldFigures } from "./execution-outcome.ts";
import type { CallPlan } from "./plan.ts";
import { unheardNotional } from "./unheard-notional.ts";

type Checked = Promise<Verdict<Partial<ShieldFigures>>>;

/**
 * What bounds a call for Hyperliquid, whose effect comes after the simulated block, on a chain without the oracle's hook (decision 275). All figures are
 * read here, none comes from the tool. A way out (hyperliquid-lowers-risk.ts) is not judged, but what is taken from behind open positions is.
 */
export async function checkHyperliquidAction(ctx: ExecutionContext, call: HyperliquidCall, plan: CallPlan): Checked {
  if (call.kind === "hlDeposit") return checkDeposit(ctx, call, plan);
  if (call.kind === "hlClassTransfer") return checkMarginTaken(ctx, call.amountBase);
  return call.kind === "hlOrder" && !call.reduceOnly ? checkOrder(ctx, call) : allow({});
}

/** A deposit stays the vault's: its value by its own view may not fall, and at once only so much of it may leave the chain. */
async function checkDeposit(
  ctx: ExecutionContext,
  call: Extract<HyperliquidCall, { kind: "hlDeposit" }>,
  { facts }: CallPlan,
): Checked {
  const { vault } = ctx;
  const chain = ctx.deps.chain(ctx.chainId);
  const at = { from: facts.owner, block: facts.block.number };
  const [value, [after]] = await Promise.all([
    readValue(ctx, facts.block.number),
    chain.rpc.send([navReads.viewAfter(vault, [encodeCall(call)], at)]),
  ]);
  if (!value.ok) return value;
  if (!after.ok) return after.kind === "unavailable" ? unreadable : unmeasured;
  const nav = await judgeNav(ctx, value.value, after.value);
  if (!nav.ok) return nav;
  const { navBase, view } = value.value;
  const [viewBase, afterBase] = [view.netTotalValue, after.value.netTotalValue];
  // The venue keeps 1 USDC of a new account's first deposit, which the vault's view does not see yet.
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

async function checkOrder(ctx: ExecutionContext, order: HyperliquidOrder): Checked {
  const { deps, vault } = ctx;
  const { asset } = order;
  const [value, open, unheard, [block, margin, position, market, markPrice]] = await Promise.all([
    readValue(ctx),
    deps.hyperliquid.openOrders(vault),
    unheardNotional(ctx),
    deps
      .chain(ctx.chainId)
      .rpc.send([
        blockReads.latest(),
        coreReads.margin(vault),
        coreReads.position(vault, asset),
        coreReads.market(asset),
        coreReads.markPrice(asset),
      ]),
  ]);
  if (!value.ok) return value;
  const nav = await judgeNav(ctx, value.value, value.value.view);
  if (!nav.ok) return nav;
  if (!open.ok) return open;
  if (!unheard.ok) return unheard;
  if (!block.ok || !margin.ok || !position.ok) return unreadable;
  if (!market.ok || !markPrice.ok)
    return refuse("perp_market_unknown", `The venue has no perpetual with the number ${asset}. Nothing was built.`, {
      asset,
    });
  if (market.value.onlyIsolated || position.value.isIsolated)
    return refuse(
      "perp_action_forbidden",
      "This market has its own isolated margin for the vault, which cannot be bounded from here. Order in a market of cross margin; positions here can be closed.",
      { asset },
    );
  const entry = entryOf(order, {
    ...{ navBase: value.value.navBase, margin: margin.value, position: position.value, market: market.value },
    ...{ markPrice: markPrice.value, restingBase: restingBase(open.value) + unheard.value },
    priceAgeSec: Math.floor(deps.clock.nowMs() / 1_000) - block.value.timestampSec,
  });
  if (entry === undefined)
    return refuse(
      "perp_action_forbidden",
      "The order would only make the position smaller, and does not say so: set reduceOnly. Nothing was built.",
      { asset },
    );
  const judged = judgePerpEntry((await ctx.stored()).perpLimits, entry);
  return judged.ok ? allow({ ...nav.value, perpEntry: judged.value }) : judged;
}

type Value = { navBase: bigint; view: NavView; totalSupply: bigint };

/**
 * The vault's value that can be measured on chain 999, in USDC with 6 decimals: the lower of its own view (which, unlike an update, reads on
 * while a deposit settles) and of its USDC here together with its account at the venue.
 */
async function readValue(ctx: ExecutionContext, block?: bigint): Promise<Verdict<Value>> {
  const { vault } = ctx;
  const { addresses, rpc } = ctx.deps.chain(ctx.chainId);
  const at = block === undefined ? {} : { block };
  const [active, view, totalSupply, held, margin, spotE8] = await rpc.send([
    vaultReads.activeTokens(vault),
    navReads.view(vault, at),
    vaultReads.totalSupply(vault, at),
    accountReads.balance(addresses.usdc, vault),
    coreReads.margin(vault),
    coreReads.spotUsdcE8(vault),
  ]);
  const isRead = active.ok && totalSupply.ok && held.ok && margin.ok && spotE8.ok;
  if (!isRead || (!view.ok && view.kind === "unavailable")) return unreadable;
  if (!view.ok || view.value.netTotalValue === 0n || active.value.baseToken !== addresses.usdc) return unmeasured;
  const sum = held.value + margin.value.accountValueBase + spotE8.value / 100n;
  const { netTotalValue } = view.value;
  return allow({
    view: view.value,
    totalSupply: totalSupply.value,
    navBase: sum < netTotalValue ? sum : netTotalValue,
  });
}

/** The NAV Shield over that view: what opens a position is refused far below the 24-hour high, as everywhere. */
async function judgeNav(
  ctx: ExecutionContext,
  { view: before, totalSupply }: Value,
  after: NavView,
): Promise<Verdict<Partial<ShieldFigures>>> {
  const { settings, navBaseline } = await ctx.stored();
  const judged = judgeNavShield({
    ...{ before, after, totalSupply },
    baselineUnitaryValue: navBaseline === null ? null : BigInt(navBaseline),
    thresholdBps: settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps,
  });
  return judged.ok ? allow({ navShield: { ...judged.value, oracleWindowSec: null } }) : judged;
}

const unreadable = refuse(
  "rpc_unavailable",
  "The venue could not be read from its chain. Nothing was built; please try again.",
);
const unmeasured: Refusal = refuse(
  "nav_shield_blocked",
  "The vault's value cannot be measured on chain 999, so nothing bounds this call. Its base token there has to be USDC, and it can hold nothing else.",
  { measured: false },
);
const usd = (base: bigint): string => formatUnits(base, 6);
