import * as z from "zod";
import { pairedVault } from "../store/pairing/paired-vault.ts";

/**
 * From the webhook to the Worker that acts on it. `about`: the vault that the chat's words were about when it came in. A queue's deliveries
 * may overtake one another, and words must not move to a vault that was chosen after them.
 */
export const queuedUpdate = z.object({ update: z.unknown(), about: pairedVault.nullable() });
export type QueuedUpdate = z.infer<typeof queuedUpdate>;
