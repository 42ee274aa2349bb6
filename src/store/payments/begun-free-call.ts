import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";

/** What `begin_free_call` (lua-free-call.ts) answers. `ofNetwork`: nobody of that network is served until then but operators who are known. */
export const begunFreeCall = z.object({
  kind: z.enum(["run", "rate_limited", "idempotency_conflict", "idempotency_in_use", "idempotency_repeat"]),
  answer: absentToNull(z.string()),
  retryAfterSec: z.int().optional(),
  ofNetwork: z.boolean().optional(),
});
export type BegunFreeCall = z.infer<typeof begunFreeCall>;
