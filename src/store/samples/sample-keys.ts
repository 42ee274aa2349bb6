import { SAMPLE_RULES } from "../../../schemas/vaults/sample-rules.ts";
import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

export const SAMPLE_KEYS = {
  /** ZSET `chainId:vault` -> ms of its next sample. A leased one stands at its lease's expiry. */
  samplesDue: kept("samples-due"),
  /**
   * HASH. `<hour>` -> a sample (lua-samples.ts), `up` and `down` (what syncs moved per unit since
   * the last one), `seen` (ms at which somebody last looked), `day` (of the last sample).
   */
  samples: { template: "samples:{chainId}:{vault}", ttlSec: SAMPLE_RULES.daysKept * 24 * 3_600 },
} as const satisfies Record<string, KeyLine>;
