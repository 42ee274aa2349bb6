import { handleUpdate } from "./handle-update.ts";
import { receiveUpdate } from "./receive-update.ts";
import { retryReplies } from "./retry-replies.ts";

/** Loaded of the paired chat (src/create-modules.ts). */
export const operatorChat = { receive: receiveUpdate, handle: handleUpdate, retry: retryReplies };
