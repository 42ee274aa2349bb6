/** Later calls wait for nothing. Two that come first together load both: a promise belongs to the request that made it, so the value is kept. */
export function loadedOnce<T extends object>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    loaded ??= await load();
    return loaded;
  };
}
