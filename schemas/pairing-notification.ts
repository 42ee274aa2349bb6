import * as z from "zod";

/** The operator was paired with a chat, or is no more: told everywhere but in that channel. `addressed.vault`: which was signed for. */
export const pairingNotification = <A extends z.ZodRawShape>(addressed: A) =>
  z.object({
    kind: z.literal("pairing_changed"),
    ...addressed,
    channel: z.string(),
    change: z.enum(["paired", "ended"]),
  });
