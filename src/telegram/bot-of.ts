import type { Deps } from "../deps.ts";
import type { ConnectedChannel } from "../kinds/channel.ts";
import { connectedOf } from "../notifications/deliver-channel.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/** Telegram as this request has it; undefined where it is not configured. */
export const botOf = (deps: Pick<Deps, "channels">): ConnectedChannel | undefined =>
  connectedOf(deps).find(({ id }) => id === TELEGRAM_ID);

/**
 * Beside what the press started: nothing waits for the channel here, and a press that Telegram has forgotten is no failure.
 * answer-request.ts says what an operation's buttons show.
 */
export function endPress({ channels, defer, log }: Pick<Deps, "channels" | "defer" | "log">, request: TelegramRequest) {
  const talk = botOf({ channels })?.connection.talk;
  if (!("pressed" in request) || request.pressed === undefined || talk === undefined) return;
  const answered = talk.answerButton(request.pressed.callbackId, "").then(({ status }) => {
    if (status !== "delivered") log("button_not_answered", { status });
  });
  defer("button_answered", answered);
}
