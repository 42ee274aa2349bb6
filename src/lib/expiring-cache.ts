/** Entries end at a time given with them. Lives as long as the isolate. */
export type ExpiringCache<V> = {
  get(key: string, nowMs: number): V | undefined;
  set(key: string, value: V, expiresAtMs: number): void;
};

/** The oldest leave once `limit` is reached: a caller cannot make an isolate grow. */
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

/** Later calls wait for nothing. Two that come first together load both: a promise belongs to the request that made it, so the value is kept. */
export function loadedOnce<T extends object>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    loaded ??= await load();
    return loaded;
  };
}
