/** Entries end at a time of their own. Lives as long as the isolate. */
export type ExpiringCache<V> = {
  get(key: string, nowMs: number): V | undefined;
  set(key: string, value: V, expiresAtMs: number): void;
};

/** The oldest entries leave beyond `limit`, so that no caller can make an isolate grow. */
export function createExpiringCache<V>(limit: number): ExpiringCache<V> {
  const entries = new Map<string, { value: V; expiresAtMs: number }>();
  return {
    get: (key, nowMs) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (nowMs < entry.expiresAtMs) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value, expiresAtMs) => {
      entries.delete(key);
      entries.set(key, { value, expiresAtMs });
      const oldest = entries.keys().next();
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value);
    },
  };
}

/**
 * Loads once and keeps the value, not the promise, which belongs to its request. Two first calls
 * may both load.
 */
export function loadedOnce<T extends object>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    loaded ??= await load();
    return loaded;
  };
}
