import { SETTINGS_RANGES } from "../../schemas/vaults/operator-settings.ts";
import type { LimitPrice } from "../kinds/order-run.ts";

/**
 * The least output of an exact input, or the most input of an exact output, in base units; never
 * worse than the limit.
 * @example
 * const limit = { price: "2000", of: "in", decimalsIn: 18, decimalsOut: 6 };
 * limitAmount(limit, { mode: "exactIn", amountBase: 10n ** 18n }) // 2000000000n
 */
export function limitAmount(
  { price, of, decimalsIn, decimalsOut }: LimitPrice,
  { mode, amountBase }: { mode: "exactIn" | "exactOut"; amountBase: bigint },
): bigint {
  const [whole = "0", fraction = ""] = price.split(".");
  const scaled = BigInt(whole + fraction);
  const scale = 10n ** BigInt(fraction.length);
  const [numerator, denominator] =
    of === "in"
      ? [scaled * 10n ** BigInt(decimalsOut), scale * 10n ** BigInt(decimalsIn)]
      : [scale * 10n ** BigInt(decimalsOut), scaled * 10n ** BigInt(decimalsIn)];
  return mode === "exactIn"
    ? (amountBase * numerator + denominator - 1n) / denominator
    : (amountBase * denominator) / numerator;
}

const { minBps, maxBps } = SETTINGS_RANGES.slippageBps;

/** Into the range that may be set (spec, "Limits"). */
export const clampSlippageBps = (bps: number): number => Math.min(maxBps, Math.max(minBps, bps));
