/** A value, or a function that loads it once, at its first use. */
export type Loadable<T extends object> = T | { load(): Promise<T> };

/** Loads a route, or its description, once in an isolate. */
export async function loadRoute<T extends object>(route: Loadable<T>): Promise<T> {
  if (!("load" in route)) return route;
  // The value, never its promise: another request may not wait for that.
  const made = (known.get(route) as T | undefined) ?? (await route.load());
  known.set(route, made);
  return made;
}

const known = new WeakMap<object, object>();
