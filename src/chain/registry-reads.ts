import type { Address, Hex } from "viem";
import { registryAbi } from "./abis/registry-abi.ts";
import { readContract } from "./read-contract.ts";
import type { RpcCall } from "./rpc-call.ts";

/** Reads of the chain's vault registry. */
export const registryReads = {
  /** 32 zero bytes for an address that is no vault (decision 19). */
  poolId: (registry: Address, vault: Address): RpcCall<Hex> =>
    readContract({ address: registry, abi: registryAbi, functionName: "getPoolIdFromAddress", args: [vault] }),
};

export const NOT_REGISTERED = `0x${"0".repeat(64)}`;
