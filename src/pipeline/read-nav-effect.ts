import type { Address } from "viem";
import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { NavMove } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { NavEffect } from "../shields/judge-stated-move.ts";
import { dearerValue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import { oracleUnread } from "../vaults/young-oracle.ts";
import type { JudgedCall } from "./judge-call.ts";

/**
 * A move's value by the oracle, and at the dearer of it and a venue. `block`: the simulation's.
 * Refuses with rpc_unavailable, or nav_shield_blocked without a price.
 */
export async function readNavEffect(
  chain: ChainDeps,
  vault: Address,
  move: NavMove | undefined,
  block?: bigint,
  prices?: VenuePrices,
): Promise<Verdict<NavEffect>> {
  if (move === undefined) return allow({ kind: "keeps" });
  const { token, amountBase, baseToken, toleranceBps } = move;
  if (token === baseToken) return allow({ kind: "moves", amountBase, toleranceBps });
  const at = block === undefined ? {} : { block };
  const [value] = await chain.rpc.send([
    vaultReads.convertTokenAmount(vault, token, amountBase, baseToken, at),
  ]);
  if (value.ok && value.value > 0n) {
    const venue = prices && venueValue(prices, { token, amountBase, target: baseToken });
    const dearerBase = dearerValue(value.value, venue);
    return allow({ kind: "moves", amountBase: value.value, dearerBase, toleranceBps });
  }
  if (!value.ok && value.kind === "unavailable") return oracleUnread;
  return refuse(
    "nav_shield_blocked",
    "The vault's oracle gives no price for what would move, so its effect on the NAV cannot " +
      "be measured.",
    { measured: false },
  );
}

export function navMoveOf(
  ctx: ExecutionContext,
  { rule, call, plan }: JudgedCall,
  {
    syncToleranceBps = SETTINGS_DEFAULTS.syncToleranceBps,
  }: Pick<OperatorSettings, "syncToleranceBps">,
): NavMove | undefined {
  const moved = rule.moves?.(call, ctx);
  if (moved === undefined || plan.measured === undefined) return undefined;
  return { ...moved, baseToken: plan.measured.baseToken, toleranceBps: syncToleranceBps };
}
