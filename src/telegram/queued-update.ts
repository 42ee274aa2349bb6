import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { pairedVault } from "../store/pairing/load-pairing.ts";

/**
 * From the webhook to the Worker that acts on it. `about`: the vault that the chat's words were about when it came in. A queue's deliveries
 * may overtake one another, and words must not move to a vault that was chosen after them.
 */
export const queuedUpdate = z.object({ update: z.unknown(), about: pairedVault.nullable() });
export type QueuedUpdate = z.infer<typeof queuedUpdate>;

/** What is published must name the very URL that its signature is checked for. */
export const UPDATE_PATH = "/api/internal/telegram-update";

/** In the queue in place of an update: the `round`-th try to deliver what waits in this operator's outbox. */
export const replyRetry = z.object({ tell: z.object({ operator: hexAddress, round: z.int().min(0) }) });
export type ReplyRetry = z.infer<typeof replyRetry>["tell"];

/** The route, and what `npm run setup` registers. */
export const WEBHOOK_PATH = "/api/telegram/webhook";
