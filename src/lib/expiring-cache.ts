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
