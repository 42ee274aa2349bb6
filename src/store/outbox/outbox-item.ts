import * as z from "zod";
import { hexAddress } from "../../../schemas/primitives.ts";

/**
 * A notification on its way. `id` is stable: the same one again is dropped. `payload` is any JSON, of which the store knows the `kind` alone.
 * With `chatId` it is for that chat alone: when its operator is paired with another by then, it is dropped.
 */
export type NewOutboxItem = { id: string; operator: string; dueMs: number; payload: unknown; chatId?: string };

/** A notification as it is taken. `payload` is its JSON text as it was written; `tries` counts the times its sending failed. */
export const outboxItem = z.object({
  id: z.string(),
  operator: hexAddress,
  payload: z.string(),
  /** `order_card`: not to be told, but a reason to look at its order's card again. */
  kind: z.string().optional(),
  tries: z.int().min(0),
});
export type OutboxItem = z.infer<typeof outboxItem>;
