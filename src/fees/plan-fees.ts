import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { smaller } from "../lib/larger.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { GasFees } from "./gas-fees.ts";

/** Raised by 10%, rounded up, twice it is at most `capWei`: about cap/1.21 (decision 33). */
const beforeTwoBumps = (capWei: bigint): bigint => (((capWei * 10n) / 11n) * 10n) / 11n;

/**
 * 1.5 times the base fee (docs/facts/venues.md 6), at most cap/1.21 on both fields; where the base fee needs more, up to the cap. The node's
 * tip may be undercut, the base fee not: refuses with gas_above_cap when both do not fit under the cap.
 */
export function planFees(input: { chainId: ChainId; baseFeeWei: bigint; suggestedTipWei: bigint }): Verdict<GasFees> {
  const { chainId, baseFeeWei, suggestedTipWei } = input;
  const { gasCap: caps } = chainOf(chainId);
  const firstTip = beforeTwoBumps(caps.priorityWei);
  const maxPriorityFeePerGas = caps.priorityIsFixed ? firstTip : smaller(suggestedTipWei, firstTip);
  const neededWei = baseFeeWei + maxPriorityFeePerGas;
  if (neededWei > caps.maxFeeWei) {
    return refuse(
      "gas_above_cap",
      `Gas on chain ${chainId} costs ${neededWei} wei now, more than the hard cap of ${caps.maxFeeWei} wei. Try again when the network is quieter.`,
      { chainId, neededWei: String(neededWei), capWei: String(caps.maxFeeWei) },
    );
  }
  const firstMaxWei = beforeTwoBumps(caps.maxFeeWei);
  const wantedWei = (baseFeeWei * 3n + 1n) / 2n + maxPriorityFeePerGas;
  if (neededWei > firstMaxWei) return allow({ maxFeePerGas: caps.maxFeeWei, maxPriorityFeePerGas });
  return allow({ maxFeePerGas: smaller(wantedWei, firstMaxWei), maxPriorityFeePerGas });
}
