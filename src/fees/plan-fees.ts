import type { Attempt } from "../../schemas/attempt.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { larger, smaller } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** Leaves room for two raises of 10%, rounded up: about cap/1.21 (decision D28). */
const beforeTwoBumps = (capWei: bigint): bigint => (((capWei * 10n) / 11n) * 10n) / 11n;

/**
 * First fees: 1.5 times the base fee (docs/facts/venues.md 6), at most cap/1.21 unless the base fee
 * needs more. Undercuts the node's tip if it must, never the base fee: gas_above_cap if both do not
 * fit under the cap.
 */
export function planFees(input: {
  chainId: ChainId;
  baseFeeWei: bigint;
  suggestedTipWei: bigint;
}): Verdict<GasFees> {
  const { chainId, baseFeeWei, suggestedTipWei } = input;
  const { gasCap: caps } = chainOf(chainId);
  const firstTip = beforeTwoBumps(caps.priorityWei);
  const maxPriorityFeePerGas = caps.priorityIsFixed ? firstTip : smaller(suggestedTipWei, firstTip);
  const neededWei = baseFeeWei + maxPriorityFeePerGas;
  if (neededWei > caps.maxFeeWei) {
    return refuse(
      "gas_above_cap",
      `Gas on chain ${chainId} costs ${neededWei} wei now, more than the hard cap of ` +
        `${caps.maxFeeWei} wei. Try again when the network is quieter.`,
      { chainId, neededWei: String(neededWei), capWei: String(caps.maxFeeWei) },
    );
  }
  const firstMaxWei = beforeTwoBumps(caps.maxFeeWei);
  const wantedWei = (baseFeeWei * 3n + 1n) / 2n + maxPriorityFeePerGas;
  if (neededWei > firstMaxWei) return allow({ maxFeePerGas: caps.maxFeeWei, maxPriorityFeePerGas });
  return allow({ maxFeePerGas: smaller(wantedWei, firstMaxWei), maxPriorityFeePerGas });
}

/** EIP-1559 fees in wei per gas. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/**
 * Fees for a replacement: at least 10% above `previous` on both fields, which nodes demand, and a
 * first attempt's fees of now. The last raise that fits offers the whole cap, so that the base fee
 * may rise without blocking the nonce. gas_above_cap: 10% more, or the base fee, exceeds the cap.
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
  // The sum may pass the cap: then less than the tip is paid.
  if (baseFeeWei > caps.maxFeeWei) return fresh;
  const now = fresh.ok ? fresh.value : { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const maxPriorityFeePerGas = larger(
    bumped(previous.maxPriorityFeePerGas),
    now.maxPriorityFeePerGas,
  );
  const leastWei = bumped(previous.maxFeePerGas);
  const wantedWei = larger(larger(leastWei, now.maxFeePerGas), baseFeeWei + maxPriorityFeePerGas);
  const isLast =
    bumped(wantedWei) > caps.maxFeeWei || bumped(maxPriorityFeePerGas) > caps.priorityWei;
  const maxFeePerGas = isLast ? larger(leastWei, caps.maxFeeWei) : wantedWei;
  if (maxFeePerGas <= caps.maxFeeWei && maxPriorityFeePerGas <= caps.priorityWei) {
    return allow({ maxFeePerGas, maxPriorityFeePerGas });
  }
  return refuse(
    "gas_above_cap",
    `The waiting transaction on chain ${chainId} cannot be replaced: 10% more than before is ` +
      "above the hard gas cap. It stays as it is.",
    {
      chainId,
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    },
  );
}

/** 10% more, rounded up, at least 1 wei. */
const bumped = (wei: bigint): bigint => larger((wei * 11n + 9n) / 10n, 1n);

/** Last signed fees at an attempt's nonce. */
export const feesOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Attempt): GasFees => ({
  maxFeePerGas: BigInt(maxFeePerGas),
  maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
});

/** Fees as records hold them. */
export const wireFees = ({ maxFeePerGas, maxPriorityFeePerGas }: GasFees) => ({
  maxFeePerGas: maxFeePerGas.toString(),
  maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
});
