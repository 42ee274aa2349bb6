import * as z from "zod";
import { EVERY_CHAIN_ID, everyChainId } from "../chains.ts";
import { unixMs } from "../primitives.ts";

/**
 * One share of a tick's work: on one chain where a chain has enough for it, else on several. Its
 * number, and when the tick was. What it runs is what it then claims.
 */
export const tickShard = z.object({
  chainIds: z
    .array(everyChainId)
    .min(1)
    .refine((ids) => ids.length <= EVERY_CHAIN_ID.length),
  shard: z.int().min(0),
  tick: unixMs,
  /** It samples vaults, and runs no orders. */
  samples: z.boolean().optional(),
});
export type TickShard = z.infer<typeof tickShard>;
