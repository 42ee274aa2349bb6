import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";
import { vaultAbi } from "./vault-reads.ts";

/** Of the vault's base token; `unitaryValue` is per 10**decimals vault tokens. */
export type NavReading = { unitaryValue: bigint; netTotalValue: bigint; netTotalLiabilities: bigint };

export type NavView = { unitaryValue: bigint; netTotalValue: bigint };

/** From the vault's owner, at one block, or the difference means nothing (decision 32). */
type At = { from: Address; block: bigint };

const UPDATE_UNITARY_VALUE = encodeFunctionData({ abi: vaultAbi, functionName: "updateUnitaryValue" });

const NAV_DATA_VIEW = encodeFunctionData({ abi: vaultAbi, functionName: "getNavDataView" });

/** By simulation. Source: docs/facts/vault-contracts.md 3 and 4. */
export const navReads = {
  /** NAV as it is. */
  now: (vault: Address, at: At): RpcCall<NavReading> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "updateUnitaryValue", args: [] }),
  /**
   * After `calls` (calldata for the vault itself). Reverts with empty data when one would: the vault's multicall swallows reasons, so call
   * the trade alone to learn them.
   */
  after: (vault: Address, calls: readonly Hex[], at: At): RpcCall<NavReading> =>
    mapCall(
      readContract({
        ...at,
        address: vault,
        abi: vaultAbi,
        functionName: "multicall",
        args: [[...calls, UPDATE_UNITARY_VALUE]],
      }),
      (results) => readLast(results, calls.length + 1),
    ),
  /** The vault's own view writes nothing and goes on where an update is locked; all 0 where it cannot be computed. */
  view: (vault: Address, at: { block?: bigint } = {}): RpcCall<NavView> =>
    mapCall(readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getNavDataView", args: [] }), viewOf),
  /** The same after `calls`, as `after`. */
  viewAfter: (vault: Address, calls: readonly Hex[], at: At): RpcCall<NavView> =>
    mapCall(
      readContract({
        ...at,
        address: vault,
        abi: vaultAbi,
        functionName: "multicall",
        args: [[...calls, NAV_DATA_VIEW]],
      }),
      (results) => {
        const last = results.at(-1);
        if (last === undefined) throw new Error("no results");
        return viewOf(decodeFunctionResult({ abi: vaultAbi, functionName: "getNavDataView", data: last }));
      },
    ),
};

function readLast(results: readonly Hex[], expected: number): NavReading {
  const last = results.at(-1);
  if (last === undefined || results.length !== expected) throw new Error("not one result per call");
  return decodeFunctionResult({ abi: vaultAbi, functionName: "updateUnitaryValue", data: last });
}

const viewOf = ({ unitaryValue, totalValue }: { unitaryValue: bigint; totalValue: bigint }): NavView => ({
  unitaryValue,
  netTotalValue: totalValue,
});
