import type { Deps } from "../deps.ts";
import { dryRedis } from "../store/kernel/dry-redis.ts";

/**
 * What a dry run may touch: everything that reads. The store runs its scripts in the form that writes nothing, so that each decides by
 * the very lines by which it decides for a write; the wallet gives addresses and no signature; nobody is notified, and nothing is
 * queued. What is left of a write is its verdict.
 */
export function dryDeps(deps: Deps): Deps {
  const noSignature = () => Promise.reject(new Error("a dry run signs nothing"));
  return {
    ...deps,
    redis: dryRedis(deps.redis),
    wallet: { ...deps.wallet, sign: noSignature, signMessage: noSignature },
    channels: deps.channels.map((channel) => ({ ...channel, connection: undefined })),
    webhooks: { ...deps.webhooks, send: () => Promise.reject(new Error("a dry run tells nobody")) },
    publisher: undefined,
    defer: (_name, work) => {
      work.catch(() => undefined);
    },
  };
}
