const last = new Map<string, Promise<unknown>>();

/**
 * Runs `run` when every earlier call with this key has ended, well or badly. A call must not wait
 * for its own key.
 */
export function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const next = (last.get(key) ?? Promise.resolve()).then(run);
  const ended = next
    .catch(() => {})
    .then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
  last.set(key, ended);
  return next;
}
