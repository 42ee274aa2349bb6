import type { PerpLimits } from "../../schemas/perp-limits.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Warning } from "../kinds/execution-outcome.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { larger } from "../lib/integers.ts";
import { allow, type Refusal, type Verdict } from "../lib/verdict.ts";
import { checkGmxEntry } from "./check-gmx-entry.ts";
import { gmxApi } from "./gmx.ts";
import { GMX_ORDER_TYPE } from "./gmx-position.ts";
import { judgeGmxExit } from "./judge-gmx-exit.ts";
import { type GmxAccount, readGmxAccount } from "./read-gmx-account.ts";
import { refusalOfKeeperFee, refusalOfOrder } from "./refusal-of-order.ts";
import { unshownGmx } from "./unshown-gmx.ts";

/**
 * A call to GMX takes effect after the simulated block. All figures are read from the chain and GMX's API, none comes from the tool. What
 * opens or enlarges is held to the vault's limits (check-gmx-entry.ts), a way out only to what GMX itself would refuse and to the collateral
 * that it takes; an order has to be the vault's own. Refuses with the codes perp_*, insufficient_balance or those of the reads.
 */
export async function checkGmxOrder(
  ctx: ExecutionContext,
  call: GmxCall,
  plan: CallPlan,
  own?: string,
): Promise<Checked> {
  if (call.kind === "gmxIncrease") return checkGmxEntry(ctx, call, plan, own);
  if (call.kind === "gmxClaimFunding" || call.kind === "gmxClaimCollateral") return allow({});
  const { deps, vault, chainId } = ctx;
  const { block, tipWei } = plan.facts;
  // Size alone waits for nothing, nor asks what else was ordered.
  const takesCollateral = call.kind === "gmxDecrease" && call.collateralDeltaBase > 0n;
  const unshown = takesCollateral ? await unshownGmx(ctx, own) : undefined;
  const read = await readGmxAccount({
    ...{
      chain: deps.chain(chainId),
      gmx: call.kind === "gmxCancel" ? undefined : deps.api(gmxApi),
      vault,
      orChain: true,
    },
    block: larger(block.number, unshown?.block ?? 0n),
  });
  if (!read.ok) return read;
  const account = { ...read.value, orders: [...read.value.orders, ...(unshown?.orders ?? [])] };
  const { perpLimits } = await ctx.stored();
  const judged =
    call.kind === "gmxDecrease"
      ? judgeGmxExit(call, account, perpLimits)
      : judgeChange(call, account, { perpLimits, nowSec: block.timestampSec });
  const byItself = (): Verdict =>
    call.kind === "gmxDecrease" && call.orderType === GMX_ORDER_TYPE.marketDecrease
      ? judgeGmxExit(call, { ...account, orders: [] }, perpLimits)
      : allow(undefined);
  const warned = judged.ok ? undefined : warningOf(ctx, judged, byItself);
  if (!judged.ok && warned === undefined) return judged;
  const passed = {
    ...(warned !== undefined && { warnings: [warned] }),
    ...(unshown !== undefined && {
      beside: { perp: { isEntry: false, shown: unshown.shown, counted: unshown.counted } },
    }),
  };
  if (call.kind === "gmxCancel") return allow(passed);
  const kind = call.kind === "gmxUpdate" ? "increase" : "decrease";
  // What surely leaves: an exit is not held up by what the gas may cost.
  const paid = refusalOfKeeperFee(account, { kind, gasPriceWei: block.baseFeePerGas + tipWei, besideBase: 0n });
  return paid ?? allow(passed);
}

type Change = Extract<GmxCall, { kind: "gmxUpdate" | "gmxCancel" }>;

/** As it would be after its change; one that closes more at the same price is no worse. */
function judgeChange(
  call: Change,
  account: GmxAccount,
  { perpLimits, nowSec }: { perpLimits: PerpLimits; nowSec: number },
): Verdict {
  const refusal = refusalOfOrder(call, account, nowSec);
  if (refusal !== undefined) return refusal;
  const order = account.orders.find(({ key }) => key === call.orderKey);
  if (call.kind === "gmxCancel" || order === undefined) return allow(undefined);
  const { sizeDeltaUsd, triggerPrice } = call;
  if (sizeDeltaUsd >= order.sizeDeltaUsd && triggerPrice === order.triggerPrice) return allow(undefined);
  const judged = judgeGmxExit({ ...order, sizeDeltaUsd, triggerPrice }, account, perpLimits, order.key);
  // An order without a position does nothing.
  return judged.ok || judged.code === "perp_position_not_found" ? allow(undefined) : judged;
}

/** What waiting orders say against an exit is left to whoever signs it alone; what it does by itself is not. */
function warningOf({ executionMode }: ExecutionContext, refusal: Refusal, alone: () => Verdict): Warning | undefined {
  const { code, message, details } = refusal;
  if (executionMode === "delegated" || code !== "perp_limit_exceeded" || !alone().ok) return undefined;
  return { code, message: `Warning: ${message}`, ...(details !== undefined && { details }) };
}
