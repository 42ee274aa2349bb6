import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AgentGas } from "../../schemas/vaults/agent-gas.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { saveDelegation } from "../store/vaults/save-delegation.ts";
import { agentGasOf, agentGasReads } from "./agent-gas-of.ts";
import { isDelegable, scopeSelectors } from "./delegable-selectors.ts";
import { diffSelectors, readDelegation } from "./read-delegation.ts";

/** `gas`: what the agent wallet pays its transactions with. */
type Confirmed = {
  chainId: ChainId;
  selectors: Hex[];
  missing: Hex[];
  gas: Verdict<AgentGas>;
};
type Request = { operator: Address; vault: Address; chainId: ChainId };

/**
 * Records the selectors that the chain holds and that may be delegated. `missing`: spot trading's
 * others. Refuses with not_delegated.
 */
export async function confirmDelegation(
  deps: Deps,
  { operator, vault, chainId }: Request,
): Promise<Verdict<Confirmed>> {
  const keyVersion = deps.wallet.currentKeyVersion;
  const agent = await deps.wallet.address(vault, keyVersion);
  const { rpc } = deps.chain(chainId);
  const [onChain, [sent], gas] = await Promise.all([
    readDelegation(deps, chainId, vault, agent, scopeSelectors([])),
    rpc.send([accountReads.transactionCount(agent)]),
    rpc.send(agentGasReads(agent)),
  ]);
  if (!onChain.ok) return onChain;
  const selectors = onChain.value.granted.filter(isDelegable);
  if (selectors.length === 0) {
    return refuse(
      "not_delegated",
      "The vault has delegated nothing to its agent wallet yet. Sign and send the setup " +
        "transaction, wait until it is mined, and confirm again.",
      { agent },
    );
  }
  if (!sent.ok)
    return refuse(
      "rpc_unavailable",
      "The agent wallet could not be read from the chain. Please try again.",
    );
  const nowMs = deps.clock.nowMs();
  const record = {
    enabled: true,
    vault,
    chainId,
    operator,
    agent,
    keyVersion,
    selectors,
    confirmedAt: nowMs,
  };
  await saveDelegation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    record,
    chainNonce: sent.value,
  });
  return allow({
    chainId,
    selectors,
    missing: diffSelectors(selectors, onChain.value.available).plus,
    gas: agentGasOf(chainId, agent, gas),
  });
}
