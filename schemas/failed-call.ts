import * as z from "zod";
import { debugCall } from "./debug-call.ts";

/**
 * The call of an order's last slice that was refused or reverted, whole: a message of it has no
 * room for its data.
 */
export const failedCall = debugCall.extend({ sliceNumber: z.int().min(1) });
export type FailedCall = z.infer<typeof failedCall>;
