import * as z from "zod";
import { chainId } from "./chains.ts";
import { unixMs } from "./primitives.ts";

const polled = { timestamp: unixMs, success: z.boolean(), summary: z.string() };

/** The polled form of an event (spec, "StrategyEvent"), by what it is of: a TWAP slice, or a run of a NAV sync. */
export const strategyEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("twap"), ...polled, twapOrderId: z.int() }),
  z.object({
    type: z.literal("nav_sync"),
    ...polled,
    navSyncId: z.int(),
    /** Absent where it failed before anything was planned. */
    fromChainId: chainId.optional(),
    toChainId: chainId.optional(),
  }),
]);
export type StrategyEvent = z.infer<typeof strategyEvent>;
