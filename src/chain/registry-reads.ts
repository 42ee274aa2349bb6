import { type Address, type Hex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

/** Reads of the chain's vault registry. */
export const registryReads = {
  /** 32 zero bytes for an address that is no vault (decision D3). */
  poolId: (registry: Address, vault: Address): RpcCall<Hex> =>
    readRegistry(registry, "getPoolIdFromAddress", [vault]),
};

export const NOT_REGISTERED = `0x${"0".repeat(64)}`;

/** Source: docs/facts/vault-contracts.md 12. */
const registryAbi = parseAbi([
  "function getPoolIdFromAddress(address pool) view returns (bytes32)",
]);
const readRegistry = readsOf(registryAbi);

/**
 * execute(bytes,bytes[],uint256). Its adapter tells the router version that vaults use
 * (docs/facts/venues.md 3).
 */
const EXECUTE = "0x3593564c";

/** Reads of the chain's authority. */
export const authorityReads = {
  /** In lower case; the zero address for none. */
  applicationAdapter: (authority: Address, selector: Hex): RpcCall<Address> =>
    mapCall(readAuthority(authority, "getApplicationAdapter", [selector]), lowerHex),
  routerAdapter: (authority: Address): RpcCall<Address> =>
    authorityReads.applicationAdapter(authority, EXECUTE),
};

/** Source: docs/facts/vault-contracts.md 1 and 2. */
export const authorityAbi = parseAbi([
  "function getApplicationAdapter(bytes4 selector) view returns (address)",
]);
const readAuthority = readsOf(authorityAbi);
