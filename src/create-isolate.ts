import type { Caches, Deps } from "./deps.ts";
import { createExpiringCache } from "./lib/expiring-cache.ts";
import type { KnownScripts } from "./store/kernel/upstash-redis.ts";

export type Configuration = Pick<Deps, "env" | "keys" | "receiptSigner">;

/**
 * Kept between requests: bounded caches, the store's scripts, configurations by bindings, and the
 * offset of a local Worker's clock.
 */
export type Isolate = {
  caches: Caches;
  knownScripts: KnownScripts;
  configurations: WeakMap<Record<string, unknown>, Configuration>;
  localClockOffsetMs: number;
};

export const createIsolate = (): Isolate => ({
  caches: {
    tokens: createExpiringCache(5_000),
    signatures: createExpiringCache(5_000),
    refusedSignatures: createExpiringCache(1_000),
    refusedNetworks: createExpiringCache(10_000),
    offers: createExpiringCache(500),
    contracts: createExpiringCache(1_000),
    owners: createExpiringCache(5_000),
    adapterVersions: createExpiringCache(100),
    routerVersions: createExpiringCache(100),
    baseTokens: createExpiringCache(5_000),
    activeTokens: createExpiringCache(1_000),
    balanceSlots: createExpiringCache(100),
    health: createExpiringCache(1),
    healthLook: createExpiringCache(1),
    openapi: createExpiringCache(1),
  },
  knownScripts: new Map(),
  configurations: new WeakMap(),
  localClockOffsetMs: 0,
});
