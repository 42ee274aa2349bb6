import * as z from "zod";
import { orderWaiting } from "./order-waiting.ts";

/**
 * What a slice waited for last, and since when: one record, however often. `count`: the times it was looked at from the first that
 * had to wait on, that which ended the wait included.
 */
export const sliceWaits = orderWaiting.extend({ count: z.int().min(1) });
export type SliceWaits = z.infer<typeof sliceWaits>;
