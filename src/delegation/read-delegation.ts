import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { accountReads } from "../chain/account-reads.ts";
import { authorityReads } from "../chain/registry-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

const NO_ADAPTER = "0x0000000000000000000000000000000000000000";

export type DelegationOnChain = {
  granted: Hex[];
  /** Wanted selectors that this chain's vaults can run (decision D4). */
  available: Hex[];
  agentBalanceWei: bigint;
};

/** Reads a delegation in one request: the chain is the authority, not our record. */
export async function readDelegation(
  deps: Deps,
  chainId: ChainId,
  vault: Address,
  agent: Address,
  wanted: readonly Hex[],
): Promise<Verdict<DelegationOnChain>> {
  const { rpc, addresses } = deps.chain(chainId);
  const [[granted, agentBalance], adapters] = await Promise.all([
    rpc.send([vaultReads.delegatedSelectors(vault, agent), accountReads.nativeBalance(agent)]),
    rpc.send(
      wanted.map((selector) => authorityReads.applicationAdapter(addresses.authority, selector)),
    ),
  ]);
  if (!granted.ok || !agentBalance.ok) return unreadable;
  const available: Hex[] = [];
  for (const [index, selector] of wanted.entries()) {
    const adapter = adapters[index];
    if (adapter === undefined || !adapter.ok) return unreadable;
    if (adapter.value !== NO_ADAPTER) available.push(selector);
  }
  return allow({
    granted: granted.value.map((selector) => lowerHex(selector)),
    available,
    agentBalanceWei: agentBalance.value,
  });
}

const unreadable = refuse(
  "rpc_unavailable",
  "The vault's delegation could not be read from the chain. Please try again.",
);

/** Compares two sets; order means nothing on chain. */
export function diffSelectors(
  current: readonly Hex[],
  desired: readonly Hex[],
): { plus: Hex[]; minus: Hex[] } {
  const has = new Set(current);
  const wants = new Set(desired);
  return {
    plus: [...wants].filter((selector) => !has.has(selector)),
    minus: [...has].filter((selector) => !wants.has(selector)),
  };
}
