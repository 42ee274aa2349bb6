/** A value, or a function that loads it once, at its first use. */
export type Loadable<T extends object> = T | { load(): Promise<T> };

/** Loads a route, or its description. */
export const loadRoute = async <T extends object>(route: Loadable<T>): Promise<T> =>
  "load" in route ? route.load() : route;
