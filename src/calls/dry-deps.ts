import { zeroHash } from "viem";
import type { Deps } from "../deps.ts";
import { dryRedis } from "../store/kernel/dry-redis.ts";

/**
 * Deps that only read. Scripts run in their form that writes nothing, by the very lines of a write;
 * the wallet signs nothing; nobody is told.
 */
export function dryDeps(deps: Deps): Deps {
  return {
    ...deps,
    redis: dryRedis(deps.redis),
    wallet: {
      ...deps.wallet,
      // Bytes that no node takes, so that checks behind a signature run too.
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
