import type { Deps } from "../deps.ts";
import { countShare } from "../store/orders/count-share.ts";
import { answerRequest } from "./answer-request.ts";
import { endPress } from "./bot-of.ts";
import { CHAT_ACTIONS, type ChatActions } from "./chat-actions.ts";
import { CHAT_SHARES } from "./chat-shares.ts";
import { isPaired, isSameVault, type Pairing, pairingOf } from "./pairing-of.ts";
import type { QueuedUpdate } from "./queued-update.ts";
import { claim, readBody } from "./read-body.ts";
import { sendReply } from "./send-reply.ts";
import type { TelegramRequest } from "./telegram-request.ts";

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
