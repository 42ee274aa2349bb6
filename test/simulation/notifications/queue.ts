import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** QStash remembers a deduplication id for ten minutes. */
const REMEMBERED_MS = 600_000;

/** The queue: one delivery of each id, not before its delay, at most so many of a flow at once. */
export function createQueue(time: VirtualTime, deliver: (call: QueuedCall) => Promise<void>) {
  const seen = new Map<string, number>();
  const running = new Map<string, number>();
  const waiting = new Map<string, QueuedCall[]>();
  let messages = 0;
  const start = (call: QueuedCall): void => {
    const { key, parallelism } = call.flow;
    if ((running.get(key) ?? 0) >= parallelism) {
      waiting.set(key, [...(waiting.get(key) ?? []), call]);
      return;
    }
    running.set(key, (running.get(key) ?? 0) + 1);
    void deliver(call).finally(() => {
      running.set(key, (running.get(key) ?? 1) - 1);
      const next = waiting.get(key)?.shift();
      if (next !== undefined) start(next);
    });
  };
  return {
    messages: () => messages,
    publish: async (calls: readonly QueuedCall[]): Promise<void> => {
      for (const call of calls) {
        const before = seen.get(call.deduplicationId);
        if (before !== undefined && time.nowMs() - before < REMEMBERED_MS) continue;
        seen.set(call.deduplicationId, time.nowMs());
        messages += 1;
        time.at(time.nowMs() + (call.delaySec ?? 0) * 1_000 + 20, () => start(call));
      }
    },
  };
}
