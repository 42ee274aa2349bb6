import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/auth/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { AgentGas } from "../../schemas/vaults/agent-gas.ts";
import { agentGasOf, agentGasReads } from "../delegation/agent-gas-of.ts";
import type { Deps } from "../deps.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { OperatorRead, StoredForOperator } from "../store/vaults/read-as-operator.ts";
import { readVaultPositions } from "../tables/read-vault-positions.ts";
import { type Portfolio, readPortfolio } from "../vaults/read-portfolio.ts";
import { readPart } from "./read-part.ts";

type VaultOnChain = { deps: Deps; chainId: ChainId; vault: Address };

/** What the chain and the venues say of a vault. Each part stands for itself. */
export type SeenVault = {
  portfolio: Portfolio;
  positions: Awaited<ReturnType<typeof readVaultPositions>>;
  agent: Verdict<AgentGas>;
};

/** What is stored for its operator, and the grant by which an agent reads it. */
export type StoredOverview = {
  context: CallContext;
  stored: Verdict<Pick<StoredForOperator, "orders" | "venueOrders" | "operations" | "losses">>;
  grant: AgentGrant | undefined;
};

/** Most that one answer lists; the routes of each have pages. */
const MOST_LISTED = 50;

/** What the store is asked for, in the one trip that also counts a free call. */
export const overviewRead = ({
  vault,
  chainId,
}: Pick<OperatorRead, "vault" | "chainId">): OperatorRead => ({
  ...{ vault, chainId, losses: true },
  orders: { limit: MOST_LISTED, isOpen: true },
  operations: { limit: MOST_LISTED },
});

/**
 * Portfolio, positions and agent wallet, read at once: three RPC requests one after another at
 * most. Refuses with rpc_unavailable where the vault itself cannot be read.
 * @throws what `owned` rejects with, before what the vault's contract names is asked
 */
export async function readSeenVault(
  { deps, chainId, vault }: VaultOnChain,
  context: Promise<Pick<CallContext, "delegation">>,
  owned: Promise<unknown>,
): Promise<Verdict<SeenVault>> {
  const around = { vault, tokens: deps.caches.tokens, nowMs: deps.clock.nowMs() };
  const [portfolio, positions, agent] = await Promise.all([
    readPortfolio(deps.chain(chainId), around, owned),
    readVaultPositions({ deps, chainId, vault, owned }),
    readPart(async () => agentCoin({ deps, chainId, vault }, await context, owned)),
  ]);
  return portfolio.ok ? allow({ portfolio: portfolio.value, positions, agent }) : portfolio;
}

/** Of the delegation's agent, else of the wallet that the vault would delegate to. */
async function agentCoin(
  { deps, chainId, vault }: VaultOnChain,
  { delegation }: Pick<CallContext, "delegation">,
  owned: Promise<unknown>,
): Promise<Verdict<AgentGas>> {
  const { address: addressOf, currentKeyVersion } = deps.wallet;
  const [address] = await Promise.all([
    delegation?.agent ?? addressOf(vault, currentKeyVersion),
    owned,
  ]);
  const read = await deps.chain(chainId).rpc.send(agentGasReads(address));
  return agentGasOf(chainId, address, read);
}
