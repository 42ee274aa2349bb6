import type { GmxCall } from "../calldata/gmx-call.ts";
import { readGmxAccount } from "../gmx/read-gmx-account.ts";
import { refusalOfOrder } from "../gmx/refusal-of-order.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import { checkGmxEntry } from "./check-gmx-entry.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { ShieldFigures } from "./execution-outcome.ts";
import { judgeGmxExit } from "./judge-gmx-exit.ts";
import type { CallPlan } from "./plan.ts";
import { refusalOfKeeperFee } from "./refusal-of-keeper-fee.ts";

type Checked = Promise<Verdict<Partial<ShieldFigures>>>;

/**
 * What bounds a call to GMX, whose effect comes after the simulated block. All figures are read here, from the chain
 * and GMX's API, none comes from the tool. What opens or enlarges is held to the vault's limits (check-gmx-entry.ts), a way out only to what
 * GMX itself would refuse; an order has to be the vault's own. Refuses with the codes perp_*, insufficient_balance or those of the reads.
 */
export async function checkGmxOrder(ctx: ExecutionContext, call: GmxCall, plan: CallPlan): Checked {
  if (call.kind === "gmxIncrease") return checkGmxEntry(ctx, call, plan);
  if (call.kind === "gmxClaimFunding" || call.kind === "gmxClaimCollateral") return allow({});
  const { deps, vault, chainId } = ctx;
  const { block, tipWei } = plan.facts;
  const gmx = call.kind === "gmxDecrease" ? deps.gmx : undefined;
  const read = await readGmxAccount({ chain: deps.chain(chainId), gmx, vault, block: block.number, orChain: true });
  if (!read.ok) return read;
  const account = read.value;
  if (call.kind === "gmxDecrease") {
    const exit = judgeGmxExit(call, account, (await ctx.stored()).perpLimits);
    if (!exit.ok) return exit;
  } else {
    const own = refusalOfOrder(call, account, block.timestampSec);
    if (own !== undefined) return own;
  }
  if (call.kind === "gmxCancel") return allow({});
  const kind = call.kind === "gmxUpdate" ? "increase" : "decrease";
  // No more than surely leaves: an exit is not held up by what the gas may cost.
  const paid = refusalOfKeeperFee(account, { kind, gasPriceWei: block.baseFeePerGas + tipWei, besideBase: 0n });
  return paid ?? allow({});
}
