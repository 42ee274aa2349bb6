import { CHAIN_IDS, type ChainId } from "../../schemas/chains.ts";
import { type ReadNav, readChainNav } from "../bridge/read-chain-nav.ts";
import type { ToolContext } from "./tool.ts";

export type AllNavs = {
  navs: ReadNav[];
  /** Chains on which the vault does not exist. */
  absent: ChainId[];
  /** Left out of what is answered, and why. */
  unread: { chainId: ChainId; reason: string }[];
};

/** A vault on every chain, or on some, side by side. */
export async function readAllNavs(
  { deps, vault }: Pick<ToolContext, "deps" | "vault">,
  chains: readonly ChainId[] = CHAIN_IDS,
): Promise<AllNavs> {
  const outcomes = await Promise.all(
    chains.map(async (chainId) => ({
      chainId,
      outcome:
        deps.env.rpcUrls[chainId] === undefined
          ? ({ kind: "unread", reason: "this service has no node for it" } as const)
          : await readChainNav(deps.chain(chainId), vault),
    })),
  );
  return {
    navs: outcomes.flatMap(({ outcome }) => (outcome.kind === "read" ? [outcome.nav] : [])),
    absent: outcomes.flatMap(({ chainId, outcome }) => (outcome.kind === "absent" ? [chainId] : [])),
    unread: outcomes.flatMap(({ chainId, outcome }) =>
      outcome.kind === "unread" ? [{ chainId, reason: outcome.reason }] : [],
    ),
  };
}
