import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { larger } from "../lib/larger.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { GasFees } from "./gas-fees.ts";
import { planFees } from "./plan-fees.ts";

/**
 * At the same nonce: at least 10% above `previous` on both fields, which nodes demand, and at least what a first attempt would offer now.
 * The last one that fits under the caps offers the whole cap: below it the base fee may rise without closing the queue of nonces. Refuses
 * with gas_above_cap when 10% more, or the base fee, does not fit under the cap.
 */
export function bumpFees(input: {
  chainId: ChainId;
  baseFeeWei: bigint;
  suggestedTipWei: bigint;
  previous: GasFees;
}): Verdict<GasFees> {
  const { chainId, baseFeeWei, previous } = input;
  const fresh = planFees(input);
  const { gasCap: caps } = chainOf(chainId);
  // Together they may pass the cap: less than the tip is paid then.
  if (baseFeeWei > caps.maxFeeWei) return fresh;
  const now = fresh.ok ? fresh.value : { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const maxPriorityFeePerGas = larger(bumped(previous.maxPriorityFeePerGas), now.maxPriorityFeePerGas);
  const leastWei = bumped(previous.maxFeePerGas);
  const wantedWei = larger(larger(leastWei, now.maxFeePerGas), baseFeeWei + maxPriorityFeePerGas);
  const isLast = bumped(wantedWei) > caps.maxFeeWei || bumped(maxPriorityFeePerGas) > caps.priorityWei;
  const maxFeePerGas = isLast ? larger(leastWei, caps.maxFeeWei) : wantedWei;
  if (maxFeePerGas <= caps.maxFeeWei && maxPriorityFeePerGas <= caps.priorityWei) {
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
