import type { CacheHint } from "./result-of.ts";

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
export const resourceEntry = {
  fixed: { parts: [], query: [], needsVault: false, auth: "none", cache: PUBLIC },
  ofVault: { mimeType: "application/json", needsVault: true, cache: OWN },
} as const;
