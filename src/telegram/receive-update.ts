import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { CHAT_ACTIONS } from "./chat-actions.ts";
import { claim } from "./claim.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import { handleUpdate } from "./handle-update.ts";
import { isPaired } from "./is-paired.ts";
import { readBody } from "./read-body.ts";
import { sendReply } from "./send-reply.ts";
import { spokenFor } from "./spoken-for.ts";
import { UPDATE_PATH } from "./update-path.ts";

/**
 * An update as it comes in, answered at once: what it asks for is queued, one at a time for a chat. Freezing is done here
 * and now, before anything that may fail but the store; when it throws, Telegram delivers the update again. Who is paired
 * with nobody gets no place in the queue, which the schedule lives by too.
 * @throws store_unavailable, not_configured
 */
export async function receiveUpdate(deps: Deps, requestId: string, body: unknown): Promise<void> {
  const read = readBody(deps, body);
  if (read === undefined) return;
  const { updateId, request } = read;
  const { chatId } = request;
  const pairing = await spokenFor(deps, chatId);
  if (request.kind === "command" && request.command.name === "freeze") {
    const scene = { deps, requestId, updateId, chatId, pairing, actions: CHAT_ACTIONS };
    const answer = await freezeVaults(scene);
    // Claimed only now: what was claimed and not done would not be done at all.
    const tell = async () => {
      if (await claim(deps, updateId)) await sendReply(scene, answer);
    };
    deps.defer("telegram_freeze_told", tell());
    return;
  }
  if (isPaired(pairing) && (await isQueued(deps, { updateId, chatId, body }))) return;
  deps.defer("telegram_update", handleUpdate(deps, requestId, body));
}

/** After an error it may be queued all the same: whoever claims the update acts. */
async function isQueued(
  { publisher, log }: Deps,
  { updateId, chatId, body }: { updateId: number; chatId: string; body: unknown },
): Promise<boolean> {
  if (publisher === undefined) return false;
  try {
    await publisher.publish([
      {
        path: UPDATE_PATH,
        body,
        deduplicationId: `telegram-${updateId}`,
        flow: { key: `telegram-${chatId}`, parallelism: 1 },
      },
    ]);
    return true;
  } catch (error) {
    log("telegram_update_not_queued", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
    return false;
  }
}
