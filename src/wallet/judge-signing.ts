import type { Address, Hex } from "viem";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import { isDelegable } from "../delegation/is-delegable.ts";
import { sameAddress, selectorOf } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { AgentTransaction } from "./agent-wallet.ts";

type Request = {
  vault: Address;
  keyVersion: number;
  agent: Address;
  transaction: AgentTransaction;
  delegation: DelegationRecord | null;
};

/**
 * Allows a call of the vault by a selector of its record, on the record's chain, without value; and
 * 0 wei without data to the wallet itself, which frees a nonce. Earlier checks do not count (spec,
 * "Safety stack").
 */
export function judgeSigning({
  vault,
  keyVersion,
  agent,
  transaction,
  delegation,
}: Request): Verdict {
  const { to, data, value = 0n, chainId } = transaction;
  if (value !== 0n)
    return elsewhere("The agent wallet signs nothing that carries native coin.", {
      value: `${value}`,
    });
  if (sameAddress(to, agent))
    return data === "0x"
      ? allow(undefined)
      : elsewhere("A transaction to the agent wallet itself carries no data.");
  if (!sameAddress(to, vault))
    return elsewhere(
      "The agent wallet may call nothing but the vault itself; this was not signed.",
      { vault, to },
    );
  const isOfVault =
    delegation !== null &&
    sameAddress(delegation.vault, vault) &&
    delegation.chainId === transaction.chainId;
  if (!isOfVault)
    return refuse(
      "not_delegated",
      "There is no delegation of this vault on this chain. Nothing was signed.",
      {
        vault,
        chainId,
      },
    );
  if (!delegation.enabled)
    return refuse(
      "delegation_disabled",
      "The delegation of this vault was switched off. Nothing was signed.",
      {
        vault,
        chainId,
      },
    );
  if (delegation.keyVersion !== keyVersion || !sameAddress(delegation.agent, agent))
    return refuse(
      "agent_mismatch",
      "The key is not the one this vault delegated to. Nothing was signed.",
      {
        agent,
        delegated: delegation.agent,
      },
    );
  return selectorIsRecorded(data, delegation);
}

/** Undelegable selectors are refused even where a record has them. */
function selectorIsRecorded(data: Hex, { selectors }: DelegationRecord): Verdict {
  const selector = selectorOf(data);
  if (!/^0x[0-9a-f]{8}$/.test(selector) || !isDelegable(selector))
    return refuse(
      "selector_not_allowed",
      `The agent wallet may not call ${selector}. Nothing was signed.`,
      {
        selector,
      },
    );
  if (selectors.some((known) => known.toLowerCase() === selector)) return allow(undefined);
  return refuse(
    "not_delegated",
    `The delegation that was confirmed for this vault does not have ${selector}. Run ` +
      "setup_delegation and confirm it.",
    { selector },
  );
}

const elsewhere = (message: string, details?: Record<string, string>) =>
  refuse("target_not_allowed", message, details);
