import { type Address, encodeFunctionData, type Hash, type Hex, parseAbi } from "viem";
import { ethCall } from "../chain/read-contract.ts";
import type { RpcCall } from "../chain/rpc-call.ts";

const abi = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);
/** ERC-1271: the value that means yes, right-padded to a word. */
const MAGIC = "0x1626ba7e";

/** The call that asks a contract owner whether a signature is its own (ERC-1271). An account without code answers false. */
export const contractSignatureCall = (owner: Address, hash: Hash, signature: Hex): RpcCall<boolean> =>
  ethCall(
    { to: owner, data: encodeFunctionData({ abi, functionName: "isValidSignature", args: [hash, signature] }) },
    (data) => data.toLowerCase() === MAGIC.padEnd(66, "0"),
  );
