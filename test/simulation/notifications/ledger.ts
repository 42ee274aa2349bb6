import { createHash } from "node:crypto";

type Entry = { id: string; isAlarm: boolean; writtenMs: number; toldMs: number | undefined };

export type NotificationLedger = ReturnType<typeof createNotificationLedger>;

/** Every notification that was written, and when its chat first showed its visible id. */
export function createNotificationLedger() {
  const entries: Entry[] = [];
  const open = new Map<string, Entry>();
  let again = 0;
  const keyOf = (chatId: string, visible: string) => `${chatId} ${visible}`;
  return {
    written: (chatId: string, id: string, isAlarm: boolean, nowMs: number): void => {
      const entry: Entry = { id, isAlarm, writtenMs: nowMs, toldMs: undefined };
      entries.push(entry);
      open.set(
        keyOf(chatId, `#${createHash("sha256").update(id).digest("hex").slice(0, 8)}`),
        entry,
      );
    },
    told: (chatId: string, html: string, nowMs: number): void => {
      for (const [visible] of html.matchAll(/#[0-9a-f]{8}\b/g)) {
        const entry = open.get(keyOf(chatId, visible));
        if (entry === undefined) continue;
        if (entry.toldMs === undefined) entry.toldMs = nowMs;
        else again += 1;
      }
    },
    summary: () => ({ alarms: latenessOf(true), rest: latenessOf(false), again }),
  };

  function latenessOf(isAlarm: boolean) {
    const all = entries.filter((entry) => entry.isAlarm === isAlarm);
    const lateness = all
      .map(({ writtenMs, toldMs }) => (toldMs ?? Number.POSITIVE_INFINITY) - writtenMs)
      .sort((a, b) => a - b);
    const at = (share: number) => (lateness[Math.ceil(share * lateness.length) - 1] ?? 0) / 1_000;
    return {
      written: all.length,
      lost: all.filter(({ toldMs }) => toldMs === undefined).length,
      p50Sec: at(0.5),
      p99Sec: at(0.99),
      maxSec: at(1),
    };
  }
}
