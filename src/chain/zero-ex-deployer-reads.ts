import type { Address } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { zeroExDeployerAbi } from "./abis/zero-ex-deployer-abi.ts";
import { readContract } from "./read-contract.ts";
import { mapCall, type RpcCall } from "./rpc-call.ts";

/** The Settler that takers submit to (docs/facts/vault-contracts.md 7). */
const TAKER_SUBMITTED = 2n;

/** Which Settlers are genuine. */
export const zeroExDeployerReads = {
  /** Reverts while 0x has paused the feature: then no Settler may be used, the previous one neither. */
  currentSettler: (deployer: Address): RpcCall<Address> =>
    mapCall(
      readContract({ address: deployer, abi: zeroExDeployerAbi, functionName: "ownerOf", args: [TAKER_SUBMITTED] }),
      lowerHex,
    ),
  /** Still accepted for a while after a change. */
  previousSettler: (deployer: Address): RpcCall<Address> =>
    mapCall(
      readContract({ address: deployer, abi: zeroExDeployerAbi, functionName: "prev", args: [TAKER_SUBMITTED] }),
      lowerHex,
    ),
};
