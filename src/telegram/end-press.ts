import type { Deps } from "../deps.ts";
import { botOf } from "./bot-of.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/**
 * Beside what the press started: nothing waits for the channel here, and a press that Telegram has forgotten is no failure.
 * decide-by-button.ts says what an operation's buttons show.
 */
export function endPress({ channels, defer, log }: Pick<Deps, "channels" | "defer" | "log">, request: TelegramRequest) {
  const talk = botOf({ channels })?.connection.talk;
  if (!("pressed" in request) || request.pressed === undefined || talk === undefined) return;
  const answered = talk.answerButton(request.pressed.callbackId, "").then(({ status }) => {
    if (status !== "delivered") log("button_not_answered", { status });
  });
  defer("button_answered", answered);
}
