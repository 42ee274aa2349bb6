import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { countShare } from "../store/orders/count-share.ts";
import { CHAT_ACTIONS } from "./chat-actions.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { CHAT_SHARES } from "./chat-shares.ts";
import { claim } from "./claim.ts";
import { endPress } from "./end-press.ts";
import { freezeVaults } from "./freeze-vaults.ts";
import { handleUpdate } from "./handle-update.ts";
import { isPaired } from "./is-paired.ts";
import { pairingOf } from "./pairing-of.ts";
import type { QueuedUpdate } from "./queued-update.ts";
import { readBody } from "./read-body.ts";
import { sendReply } from "./send-reply.ts";
import { switchVault } from "./switch-vault.ts";
import type { TelegramCommand } from "./telegram-request.ts";
import { UPDATE_PATH } from "./update-path.ts";

/**
 * An update as it comes in, answered at once: its request is queued, one at a time for a chat, with the vault it is about.
 * Freezing and choosing a vault happen here, before anything but the store may fail; when they throw, Telegram delivers the update
 * again, before the chat's next. The queue is the schedule's too: unpaired chats get no place in it, others their share.
 * @throws store_unavailable, not_configured
 */
export async function receiveUpdate(deps: Deps, requestId: string, body: unknown): Promise<void> {
  const read = readBody(deps, body);
  if (read === undefined) return;
  const { updateId, request } = read;
  const { chatId } = request;
  const pairing = await pairingOf(deps, chatId);
  const atOnce = request.kind === "command" ? AT_ONCE[request.command.name] : undefined;
  if (atOnce !== undefined && request.kind === "command" && isPaired(pairing)) {
    const scene = { deps, requestId, updateId, chatId, pairing, actions: CHAT_ACTIONS };
    endPress(deps, request);
    const answer = await atOnce(scene, request.command);
    // Claimed only now: what was claimed and not done would not be done at all.
    const tell = async () => {
      if (await claim(deps, updateId)) await sendReply(scene, answer);
    };
    deps.defer("telegram_told", tell());
    return;
  }
  const queued = { update: body, about: pairing.current };
  if (isPaired(pairing) && (await isQueued(deps, { updateId, chatId, queued }))) return;
  deps.defer("telegram_update", handleUpdate(deps, requestId, queued));
}

/** Both may be done again: the same freeze is answered as the first time, the same choice changes nothing. */
const AT_ONCE: Partial<
  Record<TelegramCommand["name"], (scene: ChatScene, command: TelegramCommand) => Promise<ChatAnswer>>
> = {
  freeze: freezeVaults,
  vault: async (scene, command) => ({
    html: await switchVault(scene, command.name === "vault" ? command.argument : ""),
  }),
};

/** After an error it may be queued all the same: the Worker that claims the update acts. */
async function isQueued(
  deps: Deps,
  { updateId, chatId, queued }: { updateId: number; chatId: string; queued: QueuedUpdate },
): Promise<boolean> {
  const { publisher, log } = deps;
  if (publisher === undefined) return false;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), of: `queued:${chatId}`, most: CHAT_SHARES.queued };
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
    log("telegram_update_not_queued", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
    return false;
  }
}
