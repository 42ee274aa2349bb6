import type { Attempt } from "../../schemas/attempt.ts";
import { bumpFees, feesOf, type GasFees } from "../fees/plan-fees.ts";
import { parseGwei } from "../lib/parse-units.ts";
import type { AttemptObservation } from "./decide-attempt.ts";

/**
 * At least 10% above everything signed at the nonce on both fields, and what the market requires now. Where that does not fit under the cap,
 * or its order's own (`maxGasPrice`, gwei), the fees it has: then nothing new is signed (decision 33).
 */
export function raisedFees(
  attempt: Attempt,
  { baseFeeWei, tipWei }: AttemptObservation,
  maxGasPrice?: string,
): GasFees {
  const previous = feesOf(attempt);
  const bumped = bumpFees({
    chainId: attempt.chainId,
    baseFeeWei: baseFeeWei ?? 0n,
    suggestedTipWei: tipWei,
    previous,
  });
  const mostGwei = maxGasPrice ?? attempt.maxGasPrice;
  const most = mostGwei === undefined ? undefined : parseGwei(mostGwei);
  const isWithin = most === undefined || (most.ok && bumped.ok && bumped.value.maxFeePerGas <= most.value);
  return bumped.ok && isWithin ? bumped.value : previous;
}
