import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { mapCall, type RpcCall } from "./rpc-call.ts";
import { readVault, vaultAbi } from "./vault-reads.ts";

/** In base units of the vault's base token. `unitaryValue` is per 10**decimals vault tokens. */
export type NavReading = NavView & { netTotalLiabilities: bigint };
export type NavView = { unitaryValue: bigint; netTotalValue: bigint };

/** The sender is the vault's owner. Compare reads of one block only (decision D21). */
type At = { from: Address; block: bigint };

const UPDATE_UNITARY_VALUE = encodeFunctionData({
  abi: vaultAbi,
  functionName: "updateUnitaryValue",
});
const NAV_DATA_VIEW = encodeFunctionData({ abi: vaultAbi, functionName: "getNavDataView" });

/** NAV by simulation. Source: docs/facts/vault-contracts.md 3 and 4. */
export const navReads = {
  now: (vault: Address, at: At): RpcCall<NavReading> =>
    readVault(vault, "updateUnitaryValue", [], at),
  /**
   * NAV after `calls`, which is calldata for the vault itself. Reverts with empty data when one
   * call would: simulate that call alone to learn why.
   */
  after: (vault: Address, calls: readonly Hex[], at: At): RpcCall<NavReading> =>
    mapCall(readVault(vault, "multicall", [[...calls, UPDATE_UNITARY_VALUE]], at), (results) =>
      readLast(results, calls.length + 1),
    ),
  /** The vault's view works where an update is locked. All 0 where NAV cannot be computed. */
  view: (vault: Address, at?: { block?: bigint }): RpcCall<NavView> =>
    mapCall(readVault(vault, "getNavDataView", [], at), viewOf),
  viewAfter: (vault: Address, calls: readonly Hex[], at: At): RpcCall<NavView> =>
    mapCall(readVault(vault, "multicall", [[...calls, NAV_DATA_VIEW]], at), (results) => {
      const last = results.at(-1);
      if (last === undefined) throw new Error("no results");
      return viewOf(
        decodeFunctionResult({ abi: vaultAbi, functionName: "getNavDataView", data: last }),
      );
    }),
};

function readLast(results: readonly Hex[], expected: number): NavReading {
  const last = results.at(-1);
  if (last === undefined || results.length !== expected) throw new Error("not one result per call");
  return decodeFunctionResult({ abi: vaultAbi, functionName: "updateUnitaryValue", data: last });
}

const viewOf = ({
  unitaryValue,
  totalValue,
}: {
  unitaryValue: bigint;
  totalValue: bigint;
}): NavView => ({
  unitaryValue,
  netTotalValue: totalValue,
});
