import { randomBytes } from "node:crypto";
import { parseCron } from "./parse-cron.ts";
import type { MessageDraft } from "./read-message.ts";

export type Schedule = {
  scheduleId: string;
  cron: string;
  createdAtMs: number;
  isPaused: boolean;
  draft: MessageDraft;
  isDueAt(atMs: number): boolean;
};
export type ScheduleBook = ReturnType<typeof createScheduleBook>;

/**
 * The schedules by id. Saving under an id that exists replaces what it delivers, and keeps its age
 * and its pause.
 */
export function createScheduleBook(clock: () => number) {
  const schedules = new Map<string, Schedule>();
  return {
    /** @throws Error when the cron expression is wrong */
    save: (
      draft: MessageDraft,
      cron: string,
      scheduleId = `scd_${randomBytes(12).toString("base64url")}`,
    ): Schedule => {
      const before = schedules.get(scheduleId);
      const schedule: Schedule = {
        scheduleId,
        cron,
        createdAtMs: before?.createdAtMs ?? clock(),
        isPaused: before?.isPaused ?? false,
        draft,
        isDueAt: parseCron(cron),
      };
      schedules.set(scheduleId, schedule);
      return schedule;
    },
    get: (scheduleId: string): Schedule | undefined => schedules.get(scheduleId),
    list: (): Schedule[] => [...schedules.values()],
    remove: (scheduleId: string): boolean => schedules.delete(scheduleId),
  };
}
