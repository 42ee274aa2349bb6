import { ORDER_LIMITS } from "../../schemas/orders/order-limits.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** Amounts are human units of the `side` token. */
export type SlicingInput = {
  totalAmount: string;
  sliceAmount?: string | undefined;
  sliceCount?: number | undefined;
  durationMinutes?: number | undefined;
  intervalMinutes: number;
  decimals: number;
};

/** Base units of the `side` token; the last slice is lastSliceBase. */
export type SlicePlan = {
  totalBase: bigint;
  sliceBase: bigint;
  sliceCount: number;
  lastSliceBase: bigint;
  totalAmount: string;
  sliceAmount: string;
};

const MAX_UINT256 = (1n << 256n) - 1n;

/**
 * Decision D36: the sum is exactly the total, in whole units of min(6, decimals). Refuses with
 * invalid_request.
 * @example planSlices({ totalAmount: "50", sliceAmount: "20", intervalMinutes: 5, decimals: 6 })
 * // 20 + 20 + 10
 */
export function planSlices(input: SlicingInput): Verdict<SlicePlan> {
  const given = (["sliceAmount", "sliceCount", "durationMinutes"] as const).filter(
    (name) => input[name] !== undefined,
  );
  if (given.length !== 1) {
    return refuse(
      "invalid_request",
      "Give exactly one of sliceAmount, sliceCount and durationMinutes.",
      { given },
    );
  }
  const precision = Math.min(ORDER_LIMITS.amountDecimals, input.decimals);
  const scale = 10n ** BigInt(input.decimals - precision);

  const total = positiveUnits("totalAmount", input.totalAmount, precision);
  if (!total.ok) return total;
  if (total.value * scale > MAX_UINT256)
    return refuse("invalid_request", "The total is larger than any token amount.");

  const slicing = sliceOf(input, total.value, precision);
  if (!slicing.ok) return slicing;
  const { sliceUnits, sliceCount } = slicing.value;
  if (sliceCount > ORDER_LIMITS.maxSlices) {
    return refuse(
      "invalid_request",
      `An order has at most ${ORDER_LIMITS.maxSlices} slices, this one would have ${sliceCount}.`,
      {
        sliceCount: sliceCount.toString(),
        maxSlices: ORDER_LIMITS.maxSlices,
      },
    );
  }

  const totalBase = total.value * scale;
  const sliceBase = sliceUnits * scale;
  return allow({
    totalBase,
    sliceBase,
    sliceCount: Number(sliceCount),
    lastSliceBase: totalBase - sliceBase * (sliceCount - 1n),
    totalAmount: formatUnits(totalBase, input.decimals),
    sliceAmount: formatUnits(sliceBase, input.decimals),
  });
}

function sliceOf(
  input: SlicingInput,
  totalUnits: bigint,
  precision: number,
): Verdict<{ sliceUnits: bigint; sliceCount: bigint }> {
  if (input.sliceAmount !== undefined) {
    const slice = positiveUnits("sliceAmount", input.sliceAmount, precision);
    if (!slice.ok) return slice;
    const sliceUnits = slice.value < totalUnits ? slice.value : totalUnits;
    return allow({ sliceUnits, sliceCount: (totalUnits + sliceUnits - 1n) / sliceUnits });
  }
  const sliceCount =
    input.sliceCount ??
    Math.max(1, Math.floor((input.durationMinutes ?? 0) / input.intervalMinutes));
  if (!Number.isSafeInteger(sliceCount) || sliceCount < 1) {
    return refuse("invalid_request", "The number of slices must be a whole number, at least 1.");
  }
  const sliceUnits = totalUnits / BigInt(sliceCount);
  if (sliceUnits === 0n) {
    return refuse(
      "invalid_request",
      `The total is too small for ${sliceCount} slices: each would be 0 at ${precision} decimals.`,
      { totalAmount: input.totalAmount, sliceCount },
    );
  }
  return allow({ sliceUnits, sliceCount: BigInt(sliceCount) });
}

function positiveUnits(name: string, text: string, precision: number): Verdict<bigint> {
  const units = parseUnits(text, precision);
  if (!units.ok) {
    return refuse(
      "invalid_request",
      `${name} must be a decimal number with at most ${precision} decimals.`,
      {
        [name]: text.slice(0, 100),
        maxDecimals: precision,
      },
    );
  }
  if (units.value <= 0n) return refuse("invalid_request", `${name} must be more than 0.`);
  return units;
}
