import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";

/** In the queue in place of an update: the `round`-th try to deliver what waits in this operator's outbox. */
export const replyRetry = z.object({ tell: z.object({ operator: hexAddress, round: z.int().min(0) }) });
export type ReplyRetry = z.infer<typeof replyRetry>["tell"];
