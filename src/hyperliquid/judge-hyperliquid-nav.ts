import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { NavView } from "../chain/nav-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { judgeNavShield } from "../shields/judge-nav-shield.ts";
import type { HyperliquidValue } from "./read-hyperliquid-value.ts";

/** What opens a position is refused far below the 24-hour high, as everywhere. */
export async function judgeHyperliquidNav(
  ctx: ExecutionContext,
  { view: before, totalSupply }: HyperliquidValue,
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
