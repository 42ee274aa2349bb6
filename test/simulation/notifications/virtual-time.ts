export type VirtualTime = ReturnType<typeof createVirtualTime>;

type Event = { atMs: number; order: number; fire: () => void };

/**
 * A clock that moves from one event to the next, in the order of their times; events of the same ms
 * in the order they were asked for.
 */
export function createVirtualTime(startMs: number) {
  let nowMs = startMs;
  let asked = 0;
  const heap: Event[] = [];
  const at = (atMs: number, fire: () => void): void => {
    asked += 1;
    push(heap, { atMs: Math.max(atMs, nowMs), order: asked, fire });
  };
  return {
    nowMs: () => nowMs,
    at,
    sleep: (ms: number): Promise<void> => new Promise((resolve) => at(nowMs + ms, resolve)),
    /**
     * Plays every event up to that time. What an event sets in motion has run before the next one.
     */
    playUntil: async (endMs: number): Promise<void> => {
      for (let next = heap[0]; next !== undefined && next.atMs <= endMs; next = heap[0]) {
        pop(heap);
        nowMs = next.atMs;
        next.fire();
        await new Promise(setImmediate);
      }
      nowMs = Math.max(nowMs, endMs);
    },
  };
}

const isBefore = (a: Event, b: Event): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let place = heap.push(event) - 1;
  for (
    let above = (place - 1) >> 1;
    place > 0 && isBefore(event, heap[above]!);
    above = (place - 1) >> 1
  ) {
    heap[place] = heap[above]!;
    place = above;
  }
  heap[place] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
    if (below >= heap.length || !isBefore(heap[below]!, last)) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = last;
}
