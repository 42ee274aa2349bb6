import { type Address, getAddress } from "viem";
import { runChat } from "../../../src/chat/run-chat.ts";
import { createModules } from "../../../src/create-modules.ts";
import { AppError } from "../../../src/errors.ts";
import { sha256Hex } from "../../../src/lib/sha256-of.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { beginPairing } from "../../../src/store/pairing/begin-pairing.ts";
import { finishPairing } from "../../../src/store/pairing/finish-pairing.ts";
import type { ChatActions } from "../../../src/telegram/chat-actions.ts";
import { handleUpdate } from "../../../src/telegram/handle-update.ts";
import { receiveUpdate } from "../../../src/telegram/operator-chat.ts";
import type { InlineKeyboard } from "../../../src/telegram/order-button.ts";
import { pairingOf } from "../../../src/telegram/pairing-of.ts";
import { queuedUpdate, replyRetry } from "../../../src/telegram/queued-update.ts";
import { retryReplies } from "../../../src/telegram/retry-replies.ts";
import type { SendOutcome } from "../../../src/telegram/telegram-messenger.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { newAddress } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";
import { callbackUpdate, messageUpdate, NOW_MS, NOW_SEC, USER } from "./updates.ts";

export type Told = { chatId: string; html: string; keyboard?: InlineKeyboard };
export const CHAT = String(USER);
const DELIVERED = { status: "delivered" } as const satisfies SendOutcome;
let updates = 20_000;

/**
 * A store, a clock, a channel and a queue of its own; what a chat sets in motion is recorded and
 * answered as told.
 */
export function chatWorld(store: TestStore) {
  let nowMs = NOW_MS;
  const told: Told[] = [];
  const sent: Told[] = [];
  const buttons: unknown[][] = [];
  const queued: QueuedCall[] = [];
  const deferred: Promise<unknown>[] = [];
  const calls: { action: keyof ChatActions; input: any }[] = [];
  // Telegram took it in the second before this one.
  let channel = (_sending: Told): SendOutcome => ({
    ...DELIVERED,
    atSec: Math.floor(nowMs / 1_000) - 1,
  });
  let owner: Address | "unreachable" | "throws" = "unreachable";
  const base = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => nowMs });
  const answers: { [A in keyof ChatActions]: (input: any) => Promise<any> } = {
    runChat: async () => ({ response: { reply: "Done." }, tookEffect: false }),
    runTool: async ({ tool }) => ({
      result: { tool: tool.name, message: `${tool.name} ran.`, data: { orders: [], triggers: [] } },
      outcome: null,
    }),
    decideOperation: async () => ({ message: "Executed." }),
  };
  const record =
    (action: keyof ChatActions) =>
    async (_deps: unknown, _requestId: string, input: any): Promise<any> => {
      calls.push({ action, input });
      return answers[action](input);
    };
  const deps: typeof base = {
    ...base,
    // In Node there is one copy of everything: the module is its source.
    modules: { ...createModules(), chat: async () => ({ runChat }) },
    env: { ...base.env, TELEGRAM_BOT_NAME: "sextant_bot" },
    sleep: async (ms) => {
      nowMs += ms;
      // What needs no clock goes first: also what the platform computes beside us, as the hash of a
      // script.
      await crypto.subtle.digest("SHA-1", new Uint8Array());
      await new Promise((resolve) => setImmediate(resolve));
    },
    defer: (_name, work) => void deferred.push(work),
    chain: (chainId) => {
      if (owner === "throws") throw new AppError("not_configured", "No chain.");
      const known = base.chain(chainId);
      if (owner === "unreachable") return known;
      const read = [
        { ok: true, value: `0x${"0".repeat(63)}1` },
        { ok: true, value: getAddress(owner).toLowerCase() },
      ];
      // Safe: the two reads of readVaultOwner, in its order.
      return { ...known, rpc: { ...known.rpc, send: async () => read as never } };
    },
    channels: telegramOver({
      send: async (chatId, html, keyboard) => {
        const message = { chatId, html, ...(keyboard !== undefined && { keyboard }) };
        sent.push(message);
        const outcome = channel(message);
        if (outcome.status === "delivered") told.push(message);
        return outcome;
      },
      answerButton: async (...args) => {
        buttons.push(["answer", ...args]);
        return DELIVERED;
      },
      removeKeyboard: async (...args) => {
        buttons.push(["remove", ...args]);
        return DELIVERED;
      },
    }),
    publisher: { publish: async (all) => void queued.push(...all) },
  };
  const actions = {
    runChat: record("runChat"),
    runTool: record("runTool"),
    decideOperation: record("decideOperation"),
  } as ChatActions;
  const begin = async (operator: string, vault: string, code: string) =>
    beginPairing.run(store.redis, store.keys, {
      channel: "telegram",
      requestId: deps.newId(),
      nowMs,
      operator,
      vault,
      chainId: 8453,
      codeHash: await sha256Hex(code),
      messageHash: await sha256Hex(`signed for ${code}`),
    });
  const newId = () => {
    updates += 1;
    return updates;
  };
  const words = (text: string, more: Record<string, unknown> = {}, update_id = newId()) => ({
    ...messageUpdate(text, { date: NOW_SEC + Math.floor((nowMs - NOW_MS) / 1_000), ...more }),
    update_id,
  });
  return {
    deps,
    told,
    sent,
    buttons,
    queued,
    calls,
    answers,
    begin,
    words,
    press: (data: string, more: Record<string, unknown> = {}) => ({
      ...callbackUpdate(data, more),
      update_id: newId(),
    }),
    /** Queued a moment ago. With the real engines where `engines` says so. */
    handle: async (update: unknown, engines: ChatActions = actions) => {
      const about = (await pairingOf(deps, CHAT)).current;
      return handleUpdate(deps, "request-1", { update, about }, engines);
    },
    /** As the internal route does, with what the queue was given. */
    deliver: async (body: unknown) => {
      const again = replyRetry.safeParse(body);
      if (again.success) await retryReplies(deps, again.data.tell);
      else await handleUpdate(deps, "request-1", queuedUpdate.parse(body), actions);
    },
    /** As the webhook does, with everything deferred done. */
    receive: async (update: unknown): Promise<void> => {
      await receiveUpdate(deps, "request-1", update);
      await Promise.all(deferred);
    },
    /** The operator of a vault that this chat speaks for from now on. */
    pair: async (vault = newAddress(), operator = newAddress(), chatId = CHAT) => {
      const code = deps.newId();
      await begin(operator, vault, code);
      const codeHash = await sha256Hex(code);
      await finishPairing.run(store.redis, store.keys, {
        channel: "telegram",
        requestId: deps.newId(),
        nowMs,
        codeHash,
        chatId,
      });
      return { operator, vault };
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
    channelIs: (next: typeof channel) => {
      channel = next;
    },
    ownerIs: (next: typeof owner) => {
      owner = next;
    },
    isFrozen: async (vault: string) =>
      (await store.command("EXISTS", store.keys.frozen(vault))) === 1,
  };
}
