import type { Dispatcher } from "./create-dispatcher.ts";
import type { ScheduleBook } from "./create-schedule-book.ts";

export type Cron = { hold(): void; resume(): void; isHeld(): boolean; stop(): void };

const MINUTE_MS = 60_000;

/**
 * Publishes each schedule at the start of every minute that its expression names, while not held.
 */
export function createCron(
  book: ScheduleBook,
  dispatcher: Dispatcher,
  clock: () => number,
  startsHeld: boolean,
): Cron {
  let timer: NodeJS.Timeout | undefined;
  let held = startsHeld;
  const waitForMinute = (): void => {
    clearTimeout(timer);
    const minuteMs = (Math.floor(clock() / MINUTE_MS) + 1) * MINUTE_MS;
    const check = (): void => {
      // A timer may run a little early, and then this minute has not begun.
      if (clock() < minuteMs) {
        timer = setTimeout(check, minuteMs - clock());
        return;
      }
      for (const { isPaused, isDueAt, draft, scheduleId } of book.list()) {
        if (!isPaused && isDueAt(minuteMs)) dispatcher.publish(draft, scheduleId);
      }
      waitForMinute();
    };
    timer = setTimeout(check, minuteMs - clock());
  };
  if (!held) waitForMinute();
  return {
    hold: () => {
      held = true;
      clearTimeout(timer);
    },
    resume: () => {
      held = false;
      waitForMinute();
    },
    isHeld: () => held,
    stop: () => clearTimeout(timer),
  };
}
