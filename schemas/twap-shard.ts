import * as z from "zod";
import { chainId } from "./chains.ts";
import { unixMs } from "./primitives.ts";

/** One share of a tick's work on one chain: its number, and when the tick was. What it runs is what it then claims. */
export const twapShard = z.object({ chainId, shard: z.int().min(0), tick: unixMs });
export type TwapShard = z.infer<typeof twapShard>;
