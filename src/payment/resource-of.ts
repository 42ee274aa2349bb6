import type { Deps } from "../deps.ts";
import type { ListedCall, RawRequest, Route } from "../route.ts";
import type { Resource } from "./challenge.ts";

/** The route's public address without its query, and what it or the called tool does. */
export function resourceOf(deps: Deps, route: Route, raw: RawRequest, call?: ListedCall): Resource {
  const { origin, pathname } = new URL(raw.url);
  return {
    url: new URL(pathname, deps.env.PUBLIC_BASE_URL ?? origin).href,
    description: call?.tool.description ?? route.summary,
  };
}
