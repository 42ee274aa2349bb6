import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { l1Fee } from "../chain/l1-fee.ts";
import type { NavReading } from "../chain/nav-reads.ts";
import { asHex, mapCall, type RpcCall, type RpcOutcome, readContract } from "../chain/rpc-call.ts";
import { vaultAbi, vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";

/** State right before sending: batch C. */
export type PreBroadcastCheck = {
  before: RpcOutcome<NavReading>;
  after: RpcOutcome<NavReading>;
  totalSupply: RpcOutcome<bigint>;
  alone: RpcOutcome<Hex>;
  agentBalanceWei: RpcOutcome<bigint>;
  /** In wei; null: not read, on a chain with such a fee. */
  l1FeeWei: bigint | null;
  /** Read again: a revocation may have been mined since the build. */
  agentSelectors: RpcOutcome<readonly Hex[]>;
  owner: RpcOutcome<Address>;
};

type Request = { vault: Address; owner: Address; agent: Address; data: Hex; gas: bigint };

const NAV = encodeFunctionData({ abi: vaultAbi, functionName: "updateUnitaryValue" });

/**
 * One eth_call of multicall([NAV, call, NAV]) from the owner: at the head, the only way to one
 * state without a block number.
 */
export async function simulateAtBroadcast(
  chain: ChainDeps,
  { vault, owner, agent, data, gas }: Request,
): Promise<PreBroadcastCheck> {
  const exact: RpcCall<Hex> = {
    method: "eth_call",
    params: [
      { from: agent, to: vault, data, gas: `0x${gas.toString(16)}`, value: "0x0" },
      "latest",
    ],
    read: asHex,
  };
  const [nav, totalSupply, alone, agentBalanceWei, agentSelectors, ownerNow, l1] =
    await chain.rpc.send([
      navAround(vault, owner, data),
      vaultReads.totalSupply(vault),
      exact,
      accountReads.nativeBalance(agent),
      vaultReads.delegatedSelectors(vault, agent),
      vaultReads.owner(vault),
      ...l1Fee.calls(chain.chainId, data),
    ]);
  const l1FeeWei = l1Fee.read(chain.chainId, l1);
  const [before, after] = nav.ok
    ? [
        { ok: true, value: nav.value.before } as const,
        { ok: true, value: nav.value.after } as const,
      ]
    : [nav, nav];
  return {
    before,
    after,
    totalSupply,
    alone,
    agentBalanceWei,
    l1FeeWei,
    agentSelectors,
    owner: ownerNow,
  };
}

const navAround = (
  vault: Address,
  owner: Address,
  data: Hex,
): RpcCall<{ before: NavReading; after: NavReading }> =>
  mapCall(
    readContract({
      address: vault,
      abi: vaultAbi,
      functionName: "multicall",
      args: [[NAV, data, NAV]],
      from: owner,
    }),
    ([first, , last]) => ({
      before: decodeNav(first),
      after: decodeNav(last),
    }),
  );

function decodeNav(data: Hex | undefined): NavReading {
  if (data === undefined) throw new Error("not one result per call");
  return decodeFunctionResult({ abi: vaultAbi, functionName: "updateUnitaryValue", data });
}
