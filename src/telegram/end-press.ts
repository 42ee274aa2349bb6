import type { Deps } from "../deps.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/**
 * Ends the waiting that a pressed button shows, beside what it started: nothing waits for the channel here, and a press that
 * Telegram has forgotten by then is no failure. What an operation's buttons show stands in decide-by-button.ts.
 */
export function endPress(
  { messenger, defer, log }: Pick<Deps, "messenger" | "defer" | "log">,
  request: TelegramRequest,
) {
  if (!("pressed" in request) || request.pressed === undefined || messenger === undefined) return;
  const answered = messenger.answerButton(request.pressed.callbackId, "").then(({ status }) => {
    if (status !== "delivered") log("button_not_answered", { status });
  });
  defer("button_answered", answered);
}
