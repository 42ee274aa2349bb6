import { forRoute } from "../auth/with-grant.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { operatorHeaders } from "./operator-headers.ts";
import type { ResourceEntry } from "./resource-entry.ts";
import { RESOURCE_TABLE } from "./resource-table.ts";
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

type FoundResource = { entry: ResourceEntry; uri: string; search: URLSearchParams };

/**
 * With its query; the route judges values.
 * @throws not_found, invalid_request where the vault is missing
 */
export function findResource(headers: Headers, uri: unknown): FoundResource {
  const found = typeof uri === "string" && uri.length <= 500 ? match(uri) : undefined;
  if (found === undefined || typeof uri !== "string")
    throw new AppError(
      "not_found",
      "There is no such resource: resources/list and resources/templates/list name them.",
    );
  const { entry, search } = found;
  if (entry.needsVault) {
    const { vaultAddress } = operatorHeaders(headers);
    if (vaultAddress === undefined)
      throw new AppError(
        "invalid_request",
        "This is of a vault: set the header X-Vault-Address in the MCP client.",
      );
    search.set("vault", vaultAddress);
  }
  return { entry, uri, search };
}

function match(uri: string): { entry: ResourceEntry; search: URLSearchParams } | undefined {
  const [, address = "", query = ""] = /^([^?#]*)(?:\?([^#]*))?$/.exec(uri) ?? [];
  for (const entry of RESOURCE_TABLE) {
    const values = new RegExp(
      `^${entry.uri.replace(/\{\?.*\}$/, "").replace(/\{\w+\}/g, "([^/]{1,100})")}$`,
    ).exec(address);
    if (values === null) continue;
    const search = new URLSearchParams(query);
    if ([...search.keys()].some((name) => !entry.query.includes(name))) return undefined;
    for (const [index, name] of entry.parts.entries()) search.set(name, values[index + 1] ?? "");
    return { entry, search };
  }
  return undefined;
}

const shown = ({ name, title, description, mimeType }: ResourceEntry) => ({
  name,
  title,
  description,
  mimeType,
});
const isTemplate = ({ uri }: ResourceEntry): boolean => uri.includes("{");

/** Those with an address of their own, and those whose address has parts. */
export const resourceList = {
  resources: () =>
    RESOURCE_TABLE.filter((entry) => !isTemplate(entry)).map((entry) => ({
      uri: entry.uri,
      ...shown(entry),
    })),
  templates: () =>
    RESOURCE_TABLE.filter(isTemplate).map((entry) => ({ uriTemplate: entry.uri, ...shown(entry) })),
};
