import { AppError } from "../errors.ts";
import { operatorHeaders } from "./operator-headers.ts";
import type { ResourceEntry } from "./resource-entry.ts";
import { RESOURCE_TABLE } from "./resource-table.ts";

export type FoundResource = { entry: ResourceEntry; uri: string; search: URLSearchParams };

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
