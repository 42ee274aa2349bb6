import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";

type Call = Pick<ExecutionContext, "deps" | "chainId" | "vault">;

const REMEMBERED_MS = 24 * 3_600_000;

/**
 * A vault's base token between the calls of one isolate, so that the state of its oracle pool is read in the first batch, before the
 * vault has named it. It decides nothing: every call reads the base token from the vault, and another answer reads another pool.
 */
export const baseTokenMemory = {
  get: ({ deps, chainId, vault }: Call): Address | undefined =>
    deps.caches.baseTokens.get(`${chainId}:${vault}`, deps.clock.nowMs()),
  set: ({ deps, chainId, vault }: Call, baseToken: Address): void =>
    deps.caches.baseTokens.set(`${chainId}:${vault}`, baseToken, deps.clock.nowMs() + REMEMBERED_MS),
};
