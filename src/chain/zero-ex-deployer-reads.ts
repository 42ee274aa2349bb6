import { type Address, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

/** The feature whose Settler takers call (docs/facts/vault-contracts.md 7). */
const TAKER_SUBMITTED = 2n;

/** Reads of the registry of genuine Settlers. */
export const zeroExDeployerReads = {
  /**
   * Reverts while 0x has paused the feature. No Settler may be used then, not even the previous
   * one.
   */
  currentSettler: (deployer: Address): RpcCall<Address> =>
    mapCall(readDeployer(deployer, "ownerOf", [TAKER_SUBMITTED]), lowerHex),
  /** Accepted for a while after a change. */
  previousSettler: (deployer: Address): RpcCall<Address> =>
    mapCall(readDeployer(deployer, "prev", [TAKER_SUBMITTED]), lowerHex),
};

const zeroExDeployerAbi = parseAbi([
  "function ownerOf(uint256 feature) view returns (address)",
  "function prev(uint128 feature) view returns (address)",
]);
const readDeployer = readsOf(zeroExDeployerAbi);
