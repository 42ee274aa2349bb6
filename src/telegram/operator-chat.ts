import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { countShare } from "../store/orders/count-share.ts";
import { endPress } from "./bot-of.ts";
import { CHAT_ACTIONS } from "./chat-actions.ts";
import { CHAT_SHARES } from "./chat-shares.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import { handleUpdate } from "./handle-update.ts";
import { isPaired, pairingOf } from "./pairing-of.ts";
import { type QueuedUpdate, UPDATE_PATH } from "./queued-update.ts";
import { claim, readBody } from "./read-body.ts";
import { isQuiet } from "./render-chat.ts";
import { retryReplies } from "./retry-replies.ts";
import { sendReply } from "./send-reply.ts";
import { chainToSwitchTo, switchVault } from "./switch-vault.ts";
import type { ChatAnswer, ChatScene, TelegramRequest } from "./telegram-request.ts";

/** Loaded by src/create-modules.ts. */
export const operatorChat = { receive: receiveUpdate, handle: handleUpdate, retry: retryReplies };

/**
 * Queues an update, one at a time for a chat, with its current vault. Freezing and choosing a vault
 * happen here; if they throw, Telegram delivers again. Unpaired chats get no place in the
 * schedule's queue. @throws store_unavailable, not_configured
 */
export async function receiveUpdate(deps: Deps, requestId: string, body: unknown): Promise<void> {
  const read = readBody(deps, body);
  if (read === undefined) return;
  const { updateId, request } = read;
  const { chatId } = request;
  const pairing = await pairingOf(deps, chatId);
  const atOnce = atOnceOf(request);
  if (
    atOnce !== undefined &&
    (isPaired(pairing) || (atOnce === freezeVaults && isQuiet(pairing)))
  ) {
    const scene = { deps, requestId, updateId, chatId, pairing, actions: CHAT_ACTIONS };
    endPress(deps, request);
    const answer = await atOnce(scene);
    // A claim before the deed would lose it on failure.
    const tell = async () => {
      if (await claim(deps, updateId, chatId)) await sendReply(scene, answer);
    };
    deps.defer("telegram_told", tell());
    return;
  }
  const queued = { update: body, about: pairing.current };
  if (isPaired(pairing) && (await isQueued(deps, { updateId, chatId, queued }))) return;
  deps.defer("telegram_update", handleUpdate(deps, requestId, queued));
}

/** Safe to repeat: the same freeze is answered alike, the same choice changes nothing. */
function atOnceOf(
  request: TelegramRequest,
): ((scene: ChatScene) => Promise<ChatAnswer>) | undefined {
  const chainId = chainToSwitchTo(request);
  if (chainId !== undefined) return (scene) => switchVault(scene, { chainId });
  if (request.kind !== "command") return undefined;
  const { command } = request;
  if (command.name === "freeze") return freezeVaults;
  if (command.name === "vault" && command.argument !== "")
    return (scene) => switchVault(scene, command.argument);
  return undefined;
}

/** An error may still have queued it: the Worker that claims the update acts. */
async function isQueued(
  deps: Deps,
  { updateId, chatId, queued }: { updateId: number; chatId: string; queued: QueuedUpdate },
): Promise<boolean> {
  const { publisher, log } = deps;
  if (publisher === undefined) return false;
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    of: `queued:${chatId}`,
    most: CHAT_SHARES.queued,
  };
  if (!(await countShare.run(deps.redis, deps.keys, call)).ok) return false;
  try {
    await publisher.publish([
      {
        path: UPDATE_PATH,
        body: queued,
        deduplicationId: `telegram-${updateId}`,
        flow: { key: `telegram-${chatId}`, parallelism: 1 },
      },
    ]);
    return true;
  } catch (error) {
    log("telegram_update_not_queued", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return false;
  }
}
