import { handleUpdate } from "./handle-update.ts";
import { receiveUpdate } from "./receive-update.ts";
import { retryReplies } from "./retry-replies.ts";

/** What is loaded of the paired chat (src/create-modules.ts): an update as it comes in, one that was queued, answers again. */
export const operatorChat = { receive: receiveUpdate, handle: handleUpdate, retry: retryReplies };
