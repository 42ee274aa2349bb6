import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { countShare } from "../store/orders/count-share.ts";
import { answerRequest } from "./answer-request.ts";
import { endPress } from "./bot-of.ts";
import { CHAT_ACTIONS, type ChatActions } from "./chat-actions.ts";
import { CHAT_SHARES } from "./chat-shares.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import { isPaired, isSameVault, type Pairing, pairingOf } from "./pairing-of.ts";
import { type QueuedUpdate, UPDATE_PATH } from "./queued-update.ts";
import { claim, readBody } from "./read-update.ts";
import { isQuiet } from "./render/render-chat.ts";
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

/**
 * Handles an update once and answers its chat; after the claim nothing is repeated. Strangers get
 * ten answers in four hours. @throws store_unavailable before anything was done
 */
export async function handleUpdate(
  deps: Deps,
  requestId: string,
  { update, about }: QueuedUpdate,
  actions: ChatActions = CHAT_ACTIONS,
): Promise<{ handled: boolean }> {
  const read = readBody(deps, update);
  if (read === undefined) return { handled: false };
  const { updateId, request } = read;
  const { chatId } = request;
  const pairing = aboutOnly(await pairingOf(deps, chatId), about);
  if (!(await claim(deps, updateId, chatId))) return { handled: false };
  if (!isPaired(pairing) && !isCode(request) && !(await isAnswered(deps, chatId)))
    return { handled: true };
  const scene = { deps, requestId, updateId, chatId, pairing, actions };
  endPress(deps, request);
  await sendReply(scene, await answerRequest(scene, request));
  return { handled: true };
}

const isCode = (request: TelegramRequest) => request.kind === "start" && request.code !== null;

async function isAnswered(deps: Deps, chatId: string): Promise<boolean> {
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), of: `stranger:${chatId}` };
  return (await countShare.run(deps.redis, deps.keys, { ...call, most: CHAT_SHARES.strangers })).ok;
}

/** No vault where the chat lost it meanwhile: its operator chooses anew. */
const aboutOnly = (pairing: Pairing, about: QueuedUpdate["about"]): Pairing => ({
  ...pairing,
  current: pairing.vaults.find((paired) => isSameVault(paired, about)) ?? null,
});
