import type { Deps } from "../deps.ts";
import type { ConnectedChannel } from "../kinds/channel.ts";
import { connectedOf } from "../notifications/deliver-channel.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/** Telegram's connection; undefined where not configured. */
export const botOf = (deps: Pick<Deps, "channels">): ConnectedChannel | undefined =>
  connectedOf(deps).find(({ id }) => id === TELEGRAM_ID);

/**
 * Ends a press's waiting, beside the work; a forgotten press is no failure. answer-request.ts ends
 * those of operations.
 */
export function endPress(
  { channels, defer, log }: Pick<Deps, "channels" | "defer" | "log">,
  request: TelegramRequest,
) {
  const talk = botOf({ channels })?.connection.talk;
  if (!("pressed" in request) || request.pressed === undefined || talk === undefined) return;
  const answered = talk.answerButton(request.pressed.callbackId, "").then(({ status }) => {
    if (status !== "delivered") log("button_not_answered", { status });
  });
  defer("button_answered", answered);
}
