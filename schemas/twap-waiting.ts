import * as z from "zod";
import { unixMs } from "./primitives.ts";
import { waitReason } from "./wait-reason.ts";

/** That slices of a running order could not be written down, since when, and when its operator was notified. */
export const twapWaiting = z.object({ reason: waitReason, sinceMs: unixMs, toldAt: unixMs.optional() });
export type TwapWaiting = z.infer<typeof twapWaiting>;
