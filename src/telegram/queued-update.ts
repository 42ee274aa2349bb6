import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { pairedVault } from "../store/pairing/load-pairing.ts";

/**
 * An update on its way to the Worker that acts. `about`: the vault at its arrival, since deliveries
 * may overtake and words must keep their vault.
 */
export const queuedUpdate = z.object({ update: z.unknown(), about: pairedVault.nullable() });
export type QueuedUpdate = z.infer<typeof queuedUpdate>;

/** The published path must be the URL whose signature is checked. */
export const UPDATE_PATH = "/api/internal/telegram-update";

/** Replaces an update in the queue: the `round`-th delivery of this operator's outbox. */
export const replyRetry = z.object({
  tell: z.object({ operator: hexAddress, round: z.int().min(0) }),
});
export type ReplyRetry = z.infer<typeof replyRetry>["tell"];

/** The route, and the target of `npm run setup`. */
export const WEBHOOK_PATH = "/api/telegram/webhook";
