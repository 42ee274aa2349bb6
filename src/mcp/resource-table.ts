import { type ResourceEntry, resourceEntry } from "./resource-entry.ts";

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
