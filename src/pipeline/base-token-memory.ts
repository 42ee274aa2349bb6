import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";

type Call = Pick<ExecutionContext, "deps" | "chainId" | "vault">;

const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Lets the first batch read the base token's pool. It decides nothing: every call reads the token
 * itself.
 */
export const baseTokenMemory = {
  get: ({ deps, chainId, vault }: Call): Address | undefined =>
    deps.caches.baseTokens.get(`${chainId}:${vault}`, deps.clock.nowMs()),
  set: ({ deps, chainId, vault }: Call, baseToken: Address): void =>
    deps.caches.baseTokens.set(
      `${chainId}:${vault}`,
      baseToken,
      deps.clock.nowMs() + REMEMBERED_MS,
    ),
};
