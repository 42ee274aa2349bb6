import type { CacheHint } from "./rpc-error.ts";

/**
 * A free read of the service over HTTP, by the path of its route. Nothing that costs something is
 * one (decision D68).
 */
export type ResourceEntry = {
  path: string;
  /** RFC 6570; without an expression it is one resource, else a template. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /**
   * Parts of the address in their order, as the route's query calls them; `vault` that is none of
   * them is the header's.
   */
  parts: readonly string[];
  /** What may stand behind `?`. */
  query: readonly string[];
  needsVault: boolean;
  /**
   * As its route says: for the vault's owner alone, whose credentials stand in the headers, or more
   * of it for the owner.
   */
  auth: "none" | "optional" | "operator";
  cache: CacheHint;
};

const PUBLIC: CacheHint = { ttlMs: 300_000, cacheScope: "public" };
const OWN: CacheHint = { ttlMs: 0, cacheScope: "private" };
/** What those have in common that are the same for everybody, and those of one vault. */
const resourceEntry = {
  fixed: { parts: [], query: [], needsVault: false, auth: "none", cache: PUBLIC },
  ofVault: { mimeType: "application/json", needsVault: true, cache: OWN },
} as const;

/** What there is to read. */
export const RESOURCE_TABLE: readonly ResourceEntry[] = [
  {
    ...{
      path: "/llms.txt",
      uri: "sextant://docs/llms.txt",
      name: "llms.txt",
      title: "The service, for a model",
      mimeType: "text/plain",
    },
    ...{
      description: "What the service does, its tools, prices and rules, as plain text.",
      ...resourceEntry.fixed,
    },
  },
  {
    ...{
      path: "/docs",
      uri: "sextant://docs/page",
      name: "docs",
      title: "The documentation",
      mimeType: "text/html",
    },
    ...{
      description: "Every route with its parameters, examples and prices, as a page for people.",
      ...resourceEntry.fixed,
    },
  },
  {
    ...{
      path: "/openapi.json",
      uri: "sextant://docs/openapi.json",
      name: "openapi.json",
      title: "The OpenAPI document",
    },
    ...{
      description: "Every route as OpenAPI 3.1.",
      mimeType: "application/json",
      ...resourceEntry.fixed,
    },
  },
  {
    ...{
      path: "/api/strategy-events",
      uri: "sextant://vault/events",
      name: "events",
      title: "Events of your vault",
    },
    ...{
      description:
        "Of the last 24 hours: slices, NAV syncs, trigger orders, other calls of the agent " +
        "wallet. Of the vault in X-Vault-Address; with your credentials also what is set, " +
        "waited for, approved and frozen.",
    },
    ...{ ...resourceEntry.ofVault, parts: [], query: ["chainId", "since"], auth: "optional" },
  },
  {
    ...{
      path: "/api/strategy-events",
      uri: "sextant://vaults/{vault}/events{?chainId,since}",
      name: "events-of-vault",
      title: "Events of a vault",
    },
    ...{ description: "The same of any vault, newer than `since` (Unix ms)." },
    ...{
      ...resourceEntry.ofVault,
      parts: ["vault"],
      query: ["chainId", "since"],
      needsVault: false,
      auth: "optional",
    },
  },
  {
    ...{
      path: "/api/twap-order",
      uri: "sextant://vault/orders/{chainId}/{id}{?cursor,limit}",
      name: "twap-order",
      title: "A TWAP order",
    },
    ...{
      description:
        "One order of your vault in full: what became of each slice, what comes next, what " +
        "it needs. With your credentials.",
    },
    ...{
      ...resourceEntry.ofVault,
      parts: ["chainId", "id"],
      query: ["cursor", "limit"],
      auth: "operator",
    },
  },
  {
    ...{
      path: "/api/audit",
      uri: "sextant://vault/audit/{chainId}{?from}",
      name: "audit",
      title: "The audit log of your vault",
    },
    ...{
      description:
        "What was signed, what became of it and what was refused, a page from entry `from` " +
        "on. With your credentials.",
    },
    ...{ ...resourceEntry.ofVault, parts: ["chainId"], query: ["from"], auth: "operator" },
  },
];

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
