import { createTokenCache } from "./chain/resolve-token.ts";
import type { Caches } from "./deps.ts";
import { createExpiringCache } from "./lib/expiring-cache.ts";

/** What one isolate keeps between requests: bounded caches, and how far a local Worker's clock was moved. */
export type Isolate = { caches: Caches; localClockOffsetMs: number };

export const createIsolate = (): Isolate => ({
  caches: {
    tokens: createTokenCache(),
    signatures: createExpiringCache(5_000),
    owners: createExpiringCache(5_000),
    routerVersions: createExpiringCache(100),
    health: createExpiringCache(1),
    openapi: createExpiringCache(1),
  },
  localClockOffsetMs: 0,
});
