import type { Messenger, SendOutcome } from "../../../src/telegram/telegram-messenger.ts";
import type { Fault } from "./fault.ts";
import type { Ledger } from "./ledger.ts";
import type { Activity, Scheduler } from "./scheduler.ts";

type Options = {
  activity: Activity;
  scheduler: Scheduler;
  ledger: Ledger;
  faultOf(activity: Activity, port: "messenger"): Fault | undefined;
};

const LOST: SendOutcome = { status: "unknown", reason: "no answer" };

/**
 * The messaging channel: takes messages, loses them, takes them and says nothing, asks to wait,
 * refuses.
 */
export function createSimMessenger({ activity, scheduler, ledger, faultOf }: Options): Messenger {
  return {
    send: (chatId, html) =>
      new Promise((resolve) => {
        const perform = () => {
          const fault = faultOf(activity, "messenger");
          switch (fault?.kind) {
            case "crash before":
              activity.dead = true;
              return;
            case "unreachable":
              resolve(LOST);
              return;
            case "asks to wait":
              resolve({ status: "retry_after", seconds: fault.amount });
              return;
            case "refuses the text":
              ledger.message(activity, chatId, html);
              resolve({ status: "refused", what: "content", reason: "can't parse entities" });
              return;
            default:
              ledger.message(activity, chatId, html);
              if (fault?.kind === "crash after") activity.dead = true;
              else resolve(fault?.kind === "answer lost" ? LOST : { status: "delivered" });
          }
        };
        scheduler.wait({ activity, port: "messenger", label: "message", notBeforeMs: 0, perform });
      }),
    // Nobody talks to the service here.
    answerButton: async () => LOST,
    removeKeyboard: async () => LOST,
  };
}
