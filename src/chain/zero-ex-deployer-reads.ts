import { type Address, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

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

/** Names the current and the previous Settler of a feature. Source: docs/facts/vault-contracts.md 7. */
const zeroExDeployerAbi = parseAbi([
  "function ownerOf(uint256 feature) view returns (address)",
  "function prev(uint128 feature) view returns (address)",
]);
