import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { accountReads } from "../chain/account-reads.ts";
import { type NavView, navReads } from "../chain/nav-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeNavShield } from "../shields/judge-nav-shield.ts";
import { coreReads } from "./core-reads.ts";

type HyperliquidValue = { navBase: bigint; view: NavView; totalSupply: bigint };

/**
 * The lower of the vault's view and of its USDC plus venue account, in USDC with 6 decimals. The
 * view also works while a deposit settles. Refuses with rpc_unavailable or nav_shield_blocked.
 */
export async function readHyperliquidValue(
  ctx: ExecutionContext,
  block?: bigint,
): Promise<Verdict<HyperliquidValue>> {
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
  if (!isRead || (!view.ok && view.kind === "unavailable")) return unreadableVenue;
  if (!view.ok || view.value.netTotalValue === 0n || active.value.baseToken !== addresses.usdc)
    return unmeasuredHyperliquid;
  const sum = held.value + margin.value.accountValueBase + spotE8.value / 100n;
  const { netTotalValue } = view.value;
  return allow({
    view: view.value,
    totalSupply: totalSupply.value,
    navBase: sum < netTotalValue ? sum : netTotalValue,
  });
}

/** Refuses with rpc_unavailable. */
export const unreadableVenue = refuse(
  "rpc_unavailable",
  "The venue could not be read from its chain. Nothing was built; please try again.",
);

export const unmeasuredHyperliquid: Refusal = refuse(
  "nav_shield_blocked",
  "The vault's value cannot be measured on chain 999, so nothing bounds this call. Its base " +
    "token there has to be USDC, and it can hold nothing else.",
  { measured: false },
);

/** Nothing opens far below the 24-hour high. */
export async function judgeHyperliquidNav(
  ctx: ExecutionContext,
  { view: before, totalSupply }: HyperliquidValue,
  after: NavView,
): Promise<Verdict<Partial<ShieldFigures>>> {
  const { settings, navBaseline } = await ctx.stored();
  const judged = judgeNavShield({
    before,
    after,
    totalSupply,
    baselineUnitaryValue: navBaseline === null ? null : BigInt(navBaseline),
    thresholdBps: settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps,
  });
  return judged.ok ? allow({ navShield: { ...judged.value, oracleWindowSec: null } }) : judged;
}
