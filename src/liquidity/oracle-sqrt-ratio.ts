import type { RpcOutcome } from "../chain/rpc-call.ts";
import { tickMath } from "../chain/tick-math.ts";

/** Against the native coin (vaultReads.meanTick). */
export type MeanTicks = { tick0: RpcOutcome<number>; tick1: RpcOutcome<number> };

/**
 * As a pool would have it: square root of currency1 per currency0, Q64.96; the vault values its positions at it (EApps._findCrossPrice).
 * Undefined where a tick was not read or the cross price leaves the range.
 */
export const oracleSqrtRatio = ({ tick0, tick1 }: MeanTicks): bigint | undefined =>
  tick0.ok && tick1.ok ? tickMath.sqrtRatioAtTick(tick1.value - tick0.value) : undefined;
