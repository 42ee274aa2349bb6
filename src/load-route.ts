/** A value, or a function that loads it at its first use: then its module is evaluated, once. */
export type Loadable<T extends object> = T | { load(): Promise<T> };

/** A route, or a description of one, itself. */
export const loadRoute = async <T extends object>(route: Loadable<T>): Promise<T> =>
  "load" in route ? route.load() : route;
