import { forRoute } from "../auth/with-grant.ts";
import type { RequestContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { findResource } from "./find-resource.ts";
import type { CacheHint } from "./result-of.ts";

type Contents = { contents: { uri: string; mimeType: string; text: string }[]; cache: CacheHint };

/**
 * The route's own code runs, with the headers of the request.
 * @throws what the route throws; not_found, invalid_request
 */
export async function readResource(
  ctx: RequestContext,
  { url, headers }: RawRequest,
  uri: unknown,
  routeAt: (path: string) => Promise<Route>,
): Promise<Contents> {
  const found = findResource(headers, uri);
  const route = await routeAt(found.entry.path);
  const at = new URL(route.path, url);
  at.search = found.search.toString();
  const raw: RawRequest = { url: at.href, headers, bodyText: "" };
  const output = route.output.parse(
    await route.handle(
      { ...ctx, deps: forRoute(ctx.deps, route) },
      { ...parseInput(route, raw), raw },
    ),
  );
  const text = route.contentType === undefined ? JSON.stringify(output) : String(output);
  return {
    contents: [{ uri: found.uri, mimeType: found.entry.mimeType, text }],
    cache: found.entry.cache,
  };
}
