import { zeroHash } from "viem";
import type { Deps } from "../deps.ts";
import { dryRedis } from "../store/kernel/dry-redis.ts";

/**
 * Everything that reads. The store runs its scripts in the form that writes nothing, so that each decides by the very lines of a write; the
 * wallet gives addresses and no signature; nobody is notified, and nothing is queued.
 */
export function dryDeps(deps: Deps): Deps {
  return {
    ...deps,
    redis: dryRedis(deps.redis),
    wallet: {
      ...deps.wallet,
      // No bytes that a node would take, so that what stands behind a signature is judged too.
      sign: async () => ({ hash: zeroHash, raw: "0x" }),
      signMessage: () => Promise.reject(new Error("a dry run signs nothing")),
    },
    chain: (chainId) => {
      const chain = deps.chain(chainId);
      const sendOnce = () => Promise.reject(new Error("a dry run sends nothing"));
      return { ...chain, rpc: { ...chain.rpc, sendOnce } };
    },
    channels: deps.channels.map((channel) => ({ ...channel, connection: undefined })),
    webhooks: { ...deps.webhooks, send: () => Promise.reject(new Error("a dry run tells nobody")) },
    publisher: undefined,
    defer: (_name, work) => {
      work.catch(() => undefined);
    },
  };
}
