import { type Address, encodeFunctionData, type Hex, hexToBigInt, parseAbi } from "viem";
import { readContract } from "../chain/read-contract.ts";
import { mapCall, type RpcCall } from "../chain/rpc-call.ts";

/** docs/facts/across.md 1. */
const VIRTUAL_SUPPLY_SLOT = 0xc1634c3ed93b1f7aa4d725c710ac3b239c1d30894404e630b60009ee3411450fn;

const abi = parseAbi([
  "function getStorageAt(uint256 offset, uint256 length) view returns (bytes)",
  "function fillStatuses(bytes32 relayHash) view returns (uint256)",
  "function refundVault(address token)",
]);

export type FillStatus = "unfilled" | "slow fill requested" | "filled";
const STATUSES: readonly FillStatus[] = ["unfilled", "slow fill requested", "filled"];

export const bridgeReads = {
  /** That left for other chains (negative) or came from them, in the vault's decimals. */
  virtualSupply: (vault: Address, block?: bigint): RpcCall<bigint> =>
    mapCall(
      readContract({
        address: vault,
        abi,
        functionName: "getStorageAt",
        args: [VIRTUAL_SUPPLY_SLOT, 1n],
        ...(block !== undefined && { block }),
      }),
      (word) => hexToBigInt(word, { signed: true, size: 32 }),
    ),
  fillStatus: (spokePool: Address, relayHash: Hex): RpcCall<FillStatus> =>
    mapCall(readContract({ address: spokePool, abi, functionName: "fillStatuses", args: [relayHash] }), (status) => {
      const known = STATUSES[Number(status)];
      if (known === undefined) throw new Error("not a status of a fill");
      return known;
    }),
  /** Calldata for an escrow, which any account may send. */
  refundVault: (token: Address): Hex => encodeFunctionData({ abi, functionName: "refundVault", args: [token] }),
};
