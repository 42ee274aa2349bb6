import type { PerpLimits } from "../../schemas/perp-limits.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Warning } from "../kinds/execution-outcome.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { UNPRICED_EXIT } from "../kinds/unpriced-exit.ts";
import { larger } from "../lib/integers.ts";
import { allow, type Refusal, type Verdict } from "../lib/verdict.ts";
import { checkGmxEntry } from "./check-gmx-entry.ts";
import { gmxApi } from "./gmx.ts";
import { gmxExitFigures } from "./gmx-exit-figures.ts";
import { GMX_ORDER_TYPE } from "./gmx-position.ts";
import { judgeGmxExit } from "./judge-gmx-exit.ts";
import { type GmxAccount, readGmxAccount } from "./read-gmx-account.ts";
import { refusalOfKeeperFee, refusalOfOrder } from "./refusal-of-order.ts";
import { unshownGmx } from "./unshown-gmx.ts";

/**
 * GMX acts after the simulated block, so all figures are read here. Entries meet the vault's
 * limits; exits only GMX's own rules and the collateral check. Refuses with perp_*,
 * insufficient_balance or the codes of the reads.
 */
export async function checkGmxOrder(
  ctx: ExecutionContext,
  call: GmxCall,
  plan: CallPlan,
  own?: string,
): Promise<Checked> {
  if (call.kind === "gmxIncrease") return checkGmxEntry(ctx, call, plan, own);
  if (call.kind === "gmxClaimFunding" || call.kind === "gmxClaimCollateral")
    return allow({ beside: { exit: UNPRICED_EXIT } });
  const { deps, vault, chainId } = ctx;
  const { block, tipWei } = plan.facts;
  // An exit without collateral depends on no other order.
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
  const gasPriceWei = block.baseFeePerGas + tipWei;
  const exit =
    call.kind === "gmxDecrease"
      ? gmxExitFigures(call, account, {
          gasPriceWei,
          feeToken: deps.chain(chainId).addresses.wrappedNative,
        })
      : undefined;
  const beside = {
    ...(unshown !== undefined && {
      perp: { isEntry: false, shown: unshown.shown, counted: unshown.counted },
    }),
    ...(exit !== undefined && { exit }),
  };
  const passed = { ...(warned !== undefined && { warnings: [warned] }), beside };
  if (call.kind === "gmxCancel") return allow(passed);
  const kind = call.kind === "gmxUpdate" ? "increase" : "decrease";
  // Gas must not hold up an exit.
  const paid = refusalOfKeeperFee(account, { kind, gasPriceWei, besideBase: 0n });
  return paid ?? allow(passed);
}

type Change = Extract<GmxCall, { kind: "gmxUpdate" | "gmxCancel" }>;

/** A larger close at the same price is no worse. */
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
  if (sizeDeltaUsd >= order.sizeDeltaUsd && triggerPrice === order.triggerPrice)
    return allow(undefined);
  const judged = judgeGmxExit(
    { ...order, sizeDeltaUsd, triggerPrice },
    account,
    perpLimits,
    order.key,
  );
  // An order without a position does nothing.
  return judged.ok || judged.code === "perp_position_not_found" ? allow(undefined) : judged;
}

/** A human signer may ignore waiting orders, but not the exit's own effect. */
function warningOf(
  { executionMode }: ExecutionContext,
  refusal: Refusal,
  alone: () => Verdict,
): Warning | undefined {
  const { code, message, details } = refusal;
  if (executionMode === "delegated" || code !== "perp_limit_exceeded" || !alone().ok)
    return undefined;
  return { code, message: `Warning: ${message}`, ...(details !== undefined && { details }) };
}
