import { type Address, type Hex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

/** Reads of the chain's vault registry. */
export const registryReads = {
  /** 32 zero bytes for an address that is no vault (decision 19). */
  poolId: (registry: Address, vault: Address): RpcCall<Hex> =>
    readContract({ address: registry, abi: registryAbi, functionName: "getPoolIdFromAddress", args: [vault] }),
};

export const NOT_REGISTERED = `0x${"0".repeat(64)}`;

/** Zero means not registered. Source: docs/facts/vault-contracts.md 12. */
const registryAbi = parseAbi(["function getPoolIdFromAddress(address pool) view returns (bytes32)"]);

/** execute(bytes,bytes[],uint256): its adapter says which router version the vaults use (docs/facts/venues.md 3). */
const EXECUTE = "0x3593564c";

/** Reads of the chain's authority. */
export const authorityReads = {
  /** In lower case; the zero address for none. */
  applicationAdapter: (authority: Address, selector: Hex): RpcCall<Address> =>
    mapCall(
      readContract({ address: authority, abi: authorityAbi, functionName: "getApplicationAdapter", args: [selector] }),
      lowerHex,
    ),
  /** What a vault runs the router's execute() with. */
  routerAdapter: (authority: Address): RpcCall<Address> => authorityReads.applicationAdapter(authority, EXECUTE),
};

/** Zero means none. Source: docs/facts/vault-contracts.md 1 and 2. */
export const authorityAbi = parseAbi(["function getApplicationAdapter(bytes4 selector) view returns (address)"]);
