import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";

/** `begin_free_call` of lua-free-call.ts. `ofNetwork`: nobody of that network is served until then but known operators. */
export const begunFreeCall = z.object({
  kind: z.enum(["run", "rate_limited", "idempotency_conflict", "idempotency_in_use", "idempotency_repeat"]),
  answer: absentToNull(z.string()),
  retryAfterSec: z.int().optional(),
  ofNetwork: z.boolean().optional(),
});
export type BegunFreeCall = z.infer<typeof begunFreeCall>;
