import type { Checked } from "../kinds/checked.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { WHOLE_BPS } from "../lib/whole-bps.ts";
import { restingBase, riskierMargin } from "./check-hyperliquid-entry.ts";
import { coreReads } from "./core-reads.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";
import { keptBase } from "./kept-base.ts";
import { unshownHyperliquid } from "./unshown-hyperliquid.ts";

/**
 * The venue lets a position be stripped to ten times its margin, whatever it was opened with. So what is left has to carry positions and
 * resting orders within the vault's own leverage and distance (decision 292); without either, anything may leave. Refuses with
 * perp_limit_exceeded, rpc_unavailable or what the venue's records do.
 */
export async function checkMarginTaken(ctx: ExecutionContext, askedBase: bigint, own?: string): Promise<Checked> {
  const { deps, vault, chainId } = ctx;
  const unshown = await unshownHyperliquid(ctx, own);
  if (!unshown.ok) return unshown;
  const { shown, counted, addedBase } = unshown.value;
  const passed = allow({ beside: { perp: { isEntry: false, shown, counted } } });
  const takenBase = askedBase + unshown.value.takenBase;
  const [open, account, [margin]] = await Promise.all([
    deps.api(hyperliquidApi).openOrders(vault),
    // The chain's view may be a block behind what the venue just showed.
    shown.length === 0 ? undefined : deps.api(hyperliquidApi).account(vault),
    deps.chain(chainId).rpc.send([coreReads.margin(vault)]),
  ]);
  if (!margin.ok)
    return refuse("rpc_unavailable", "The venue's account could not be read. Nothing was built; please try again.");
  if (!open.ok) return open;
  if (account?.ok === false) return account;
  const waitingBase = restingBase(open.value) + addedBase;
  const { accountValueBase, marginUsedBase, notionalBase } = riskierMargin(margin.value, account?.value);
  const carriedBase = notionalBase + waitingBase;
  if (carriedBase === 0n) return passed;
  const { maxLeverage, minLiquidationDistanceBps } = (await ctx.stored()).perpLimits;
  const leftBase = accountValueBase - takenBase;
  const figures = { leftBase: leftBase.toString(), carriedBase: carriedBase.toString() };
  const what = `Taking ${usd(takenBase)} USDC out would leave ${usd(leftBase)} behind positions and orders of ${usd(carriedBase)}`;
  if (carriedBase > leftBase * BigInt(maxLeverage))
    return refuse("perp_limit_exceeded", `${what}, more than ${maxLeverage}x. Take less, or close first.`, {
      ...{ limit: "maxLeverage", allowed: maxLeverage },
      ...figures,
    });
  const mustStayBase = keptBase(marginUsedBase, waitingBase);
  if ((leftBase - mustStayBase) * WHOLE_BPS >= carriedBase * BigInt(minLiquidationDistanceBps)) return passed;
  return refuse(
    "perp_limit_exceeded",
    `${what}, which would be liquidated within ${minLiquidationDistanceBps / 100}% of the mark. Take less, or close first.`,
    { limit: "minLiquidationDistanceBps", allowed: minLiquidationDistanceBps, ...figures },
  );
}

const usd = (base: bigint): string => formatUnits(base, 6);
