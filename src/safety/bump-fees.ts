import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { GAS_CAPS } from "./gas-caps.ts";
import type { GasFees } from "./gas-fees.ts";
import { larger } from "./larger.ts";
import { planFees } from "./plan-fees.ts";

/**
 * Fees for a replacement at the same nonce: at least 10% above `previous` on both fields, which nodes demand, and at
 * least what a first attempt would offer now. Refuses with gas_above_cap when that does not fit under the cap.
 */
export function bumpFees(input: {
  chainId: number;
  baseFeeWei: bigint;
  suggestedTipWei: bigint;
  previous: GasFees;
}): Verdict<GasFees> {
  const fresh = planFees(input);
  if (!fresh.ok) return fresh;
  const { chainId, previous } = input;
  const maxPriorityFeePerGas = larger(bumped(previous.maxPriorityFeePerGas), fresh.value.maxPriorityFeePerGas);
  const wantedWei = larger(bumped(previous.maxFeePerGas), fresh.value.maxFeePerGas);
  const maxFeePerGas = larger(wantedWei, input.baseFeeWei + maxPriorityFeePerGas);
  const caps = GAS_CAPS.get(chainId);
  if (caps !== undefined && maxFeePerGas <= caps.maxFeeWei && maxPriorityFeePerGas <= caps.priorityWei) {
    return allow({ maxFeePerGas, maxPriorityFeePerGas });
  }
  return refuse(
    "gas_above_cap",
    `The waiting transaction on chain ${chainId} cannot be replaced: 10% more than before is above the hard gas cap. It stays as it is.`,
    { chainId, maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) },
  );
}

/** 10% more, rounded up, and at least 1 wei. */
const bumped = (wei: bigint): bigint => larger((wei * 11n + 9n) / 10n, 1n);
