import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";

/** In the queue in place of an update: what waits in this operator's outbox is to be told, for the `round`-th time since it was put there. */
export const replyRetry = z.object({ tell: z.object({ operator: hexAddress, round: z.int().min(0) }) });
export type ReplyRetry = z.infer<typeof replyRetry>["tell"];
