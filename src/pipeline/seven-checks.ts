import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import { decodeRevert } from "../chain/decode-revert.ts";
import { knownChain } from "../chain-of.ts";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import { isDelegable } from "../delegation/is-delegable.ts";
import { sameAddress, selectorOf } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./prepared-call.ts";

const ok: Verdict = allow(undefined);
const lower = (selector: string) => selector.toLowerCase();

/** 1. The delegation exists, is enabled, and is this vault's on this chain. */
function delegationIsEnabled({ delegation, vault, transaction }: BroadcastFacts): Verdict {
  if (
    delegation === null ||
    !sameAddress(delegation.vault, vault) ||
    delegation.chainId !== transaction.chainId
  ) {
    const message =
      "This vault has not delegated to the service's agent wallet on this chain. Call " +
      "setup_delegation, sign its transaction, then confirm it.";
    return refuse("not_delegated", message, { vault, chainId: transaction.chainId });
  }
  if (delegation.enabled) return ok;
  const message =
    "The delegation of this vault was switched off. Confirm a delegation again to use " +
    "delegated execution.";
  return refuse("delegation_disabled", message, { vault, chainId: transaction.chainId });
}

/** 2. To the vault, without value: a vault refuses value with call data. */
function targetIsVault({ transaction, vault }: BroadcastFacts): Verdict {
  if (!sameAddress(transaction.to, vault)) {
    const message =
      "The agent wallet may call nothing but the vault itself; this transaction goes " +
      "elsewhere and was refused.";
    return refuse("target_not_allowed", message, { vault, to: transaction.to });
  }
  if (transaction.valueWei === 0n) return ok;
  const message =
    "The agent wallet attaches no native coin to a call of the vault, which would revert; " +
    "native input is paid by the vault itself.";
  return refuse("target_not_allowed", message, { vault, value: String(transaction.valueWei) });
}

/** 3. Delegable, recorded, and delegated on chain, which is the authority. */
function selectorIsAllowed({ transaction, delegation, onChainSelectors }: BroadcastFacts): Verdict {
  const selector = selectorOf(transaction.data);
  if (!isDelegable(selector)) {
    return refuse(
      "selector_not_allowed",
      `The agent wallet may not call ${selector}. Sign this transaction with the vault's ` +
        "owner instead.",
      { selector },
    );
  }
  if (onChainSelectors === null) {
    return refuse(
      "rpc_unavailable",
      "The vault's delegations could not be read, so nothing was sent. Try again.",
      {
        selector,
      },
    );
  }
  const recorded = delegation?.selectors.some((known) => lower(known) === selector) ?? false;
  const onChain = onChainSelectors.some((known) => lower(known) === selector);
  if (recorded && onChain) return ok;
  const { text, scopes } = scopesOf([selector]);
  const message =
    `The vault has not delegated ${selector} to the agent wallet. Call ` +
    `setup_delegation${text} for it, sign its transaction, then confirm it.`;
  return refuse("not_delegated", message, {
    selector,
    recorded,
    onChain,
    ...(scopes.length > 0 && { scopes }),
  });
}

/** 4. The signing wallet is the sender and the delegate. */
function agentIsTheDelegate({ agent, transaction, delegation }: BroadcastFacts): Verdict {
  const delegated = delegation?.agent ?? null;
  if (
    delegated !== null &&
    sameAddress(agent, delegated) &&
    sameAddress(transaction.from, delegated)
  )
    return ok;
  const message =
    "The agent wallet is not the one this vault delegated to. Set up and confirm the " +
    "delegation again.";
  return refuse("agent_mismatch", message, { agent, from: transaction.from, delegated });
}

/** 5. The exact transaction passed as an eth_call from the agent. */
function simulationPassed({ simulation }: BroadcastFacts): Verdict {
  if (simulation.ok) return ok;
  if (simulation.kind === "unavailable") {
    return refuse(
      "rpc_unavailable",
      "The transaction could not be simulated, so it was not sent. Try again.",
    );
  }
  const { code, message, name, args } = decodeRevert(simulation.data);
  return refuse(code, `The simulated transaction reverts: ${message}`, {
    revert: name,
    revertArgs: args,
  });
}

/** 6. For the highest fee, the L1 fee and the agent's open transactions. */
function agentCanPay({
  transaction,
  agentBalanceWei,
  reservedWei,
  l1FeeWei,
  agent,
}: BroadcastFacts): Verdict {
  if (agentBalanceWei === null) {
    return refuse(
      "rpc_unavailable",
      "The agent wallet's balance could not be read, so nothing was sent. Try again.",
      {
        agent,
      },
    );
  }
  if (l1FeeWei === null) {
    const message =
      `The L1 fee of chain ${transaction.chainId} could not be read, so nothing was sent. ` +
      "Try again.";
    return refuse("rpc_unavailable", message, { agent });
  }
  const neededWei =
    transaction.gas * transaction.maxFeePerGas + transaction.valueWei + l1FeeWei + reservedWei;
  if (agentBalanceWei >= neededWei) return ok;
  const message =
    `The agent wallet ${agent} has ${agentBalanceWei} wei for gas and may need ` +
    `${neededWei}${reservedWei === 0n ? "" : `, ${reservedWei} of it for transactions that are not mined yet`}. ` +
    `Send it native coin on chain ${transaction.chainId}.`;
  return refuse("insufficient_gas", message, {
    agent,
    balanceWei: String(agentBalanceWei),
    neededWei: String(neededWei),
    reservedWei: String(reservedWei),
    ...(l1FeeWei > 0n && { l1FeeWei: String(l1FeeWei) }),
  });
}

/** 7. Both fees are within the chain's hard caps, the tip within the whole. */
function feesAreWithinCaps({ transaction }: BroadcastFacts): Verdict {
  const { chainId, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const cap = knownChain(chainId)?.gasCap;
  const within =
    cap !== undefined && maxFeePerGas <= cap.maxFeeWei && maxPriorityFeePerGas <= cap.priorityWei;
  if (within && maxPriorityFeePerGas <= maxFeePerGas) return ok;
  const message =
    `The gas fees are not within the hard caps of chain ${chainId}, so nothing was sent. Try ` +
    "again when the network is quieter.";
  return refuse("gas_above_cap", message, {
    chainId,
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  });
}

/**
 * The seven points of delegated execution in the spec's order ("Safety stack"), by their report
 * names.
 */
export const SEVEN_CHECKS = {
  delegation: delegationIsEnabled,
  target: targetIsVault,
  selector: selectorIsAllowed,
  agent: agentIsTheDelegate,
  simulation_now: simulationPassed,
  gas_balance: agentCanPay,
  gas_caps: feesAreWithinCaps,
} as const satisfies Partial<Record<DryRunCheckName, (facts: BroadcastFacts) => Verdict>>;
