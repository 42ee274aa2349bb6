import * as z from "zod";

/** A message as its channel took it: when, by the channel's own clock, and what its first button says, and how it begins. */
export const shownMessage = z.object({ atSec: z.int(), button: z.string().optional(), text: z.string().optional() });
export type ShownMessage = z.infer<typeof shownMessage>;
