import type { Deps } from "../deps.ts";
import { botOf } from "./bot-of.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/**
 * Ends the waiting that a pressed button shows, beside what it started: nothing waits for the channel here, and a press that
 * Telegram has forgotten by then is no failure. What an operation's buttons show stands in decide-by-button.ts.
 */
export function endPress({ channels, defer, log }: Pick<Deps, "channels" | "defer" | "log">, request: TelegramRequest) {
  const talk = botOf({ channels })?.connection.talk;
  if (!("pressed" in request) || request.pressed === undefined || talk === undefined) return;
  const answered = talk.answerButton(request.pressed.callbackId, "").then(({ status }) => {
    if (status !== "delivered") log("button_not_answered", { status });
  });
  defer("button_answered", answered);
}
