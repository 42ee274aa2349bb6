import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { storedJson } from "./stored-json.ts";

/** A notification on its way. `id` is stable: the same one again is dropped. `payload` is any JSON; the store does not look into it. */
export type NewOutboxItem = { id: string; operator: string; dueMs: number; payload: unknown };

/** A notification as it is taken. `tries` counts this time. */
export const outboxItem = z.object({
  id: z.string(),
  operator: hexAddress,
  payload: storedJson(z.unknown()),
  tries: z.int().min(1),
});
export type OutboxItem = z.infer<typeof outboxItem>;
