/**
 * What `load` brings, asked for once: later calls wait for nothing. Two that come first together load both. What is kept is the value and never
 * a promise, which belongs to the request that made it.
 */
export function loadedOnce<T extends object>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    loaded ??= await load();
    return loaded;
  };
}
