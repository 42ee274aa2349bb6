import { telegramUpdate } from "../../schemas/telegram-update.ts";
import type { Deps } from "../deps.ts";
import { requireEnv } from "../env.ts";
import { claimUpdate } from "../store/pairing/claim-update.ts";
import { readUpdate } from "./read-update.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { TelegramRequest } from "./telegram-request.ts";

export type ReadBody = { updateId: number; request: Exclude<TelegramRequest, { kind: "ignored" }> };

/**
 * undefined: not for us or unreadable; a refusal would make Telegram repeat it. @throws
 * not_configured without the bot's name
 */
export function readBody(
  deps: Pick<Deps, "env" | "clock" | "log">,
  body: unknown,
): ReadBody | undefined {
  const { TELEGRAM_BOT_NAME: botName } = requireEnv(deps.env, ["TELEGRAM_BOT_NAME"]);
  const update = telegramUpdate.safeParse(body);
  if (!update.success) {
    deps.log("telegram_update_unreadable", { issue: update.error.issues[0]?.code ?? "unknown" });
    return undefined;
  }
  const request = readUpdate(update.data, { botName, nowMs: deps.clock.nowMs() });
  return request.kind === "ignored" ? undefined : { updateId: update.data.updateId, request };
}

/** True once an update. @throws store_unavailable */
export async function claim(deps: Deps, updateId: number, chatId: string): Promise<boolean> {
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    updateId,
    chatId,
  };
  return (await claimUpdate.run(deps.redis, deps.keys, call)).claimed;
}
