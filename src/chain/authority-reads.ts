import type { Address, Hex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { authorityAbi } from "./abis/authority-abi.ts";
import { readContract } from "./read-contract.ts";
import { mapCall, type RpcCall } from "./rpc-call.ts";

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
