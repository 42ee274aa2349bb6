import * as z from "zod";
import { orderWaiting } from "./order-waiting.ts";

/**
 * A slice's last cause of waiting, and its start. `count` is its looks from the first wait to the
 * one that ended it.
 */
export const sliceWaits = orderWaiting.extend({ count: z.int().min(1) });
export type SliceWaits = z.infer<typeof sliceWaits>;
