import { type Address, type Hex, parseAbi } from "viem";
import { isNative } from "../lib/normalize-address.ts";
import { asHex, blockTag, quantity, type RpcCall, readContract } from "./rpc-call.ts";

/** What an account holds and has sent. */
export const accountReads = {
  /** In base units, of the native coin for the zero address. */
  balance: (token: Address, account: Address, block?: bigint): RpcCall<bigint> =>
    isNative(token)
      ? accountReads.nativeBalance(account, block)
      : readContract({
          address: token,
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [account],
          ...(block !== undefined && { block }),
        }),
  nativeBalance: (account: Address, block?: bigint): RpcCall<bigint> => ({
    method: "eth_getBalance",
    params: [account, blockTag(block)],
    read: quantity,
  }),
  /** A contract's code; `0x` where there is none. */
  code: (account: Address): RpcCall<Hex> => ({
    method: "eth_getCode",
    params: [account, "latest"],
    read: asHex,
  }),
  /** After what is mined (`latest`, or up to a block), or what the node knows of (`pending`). */
  transactionCount: (account: Address, at: "latest" | "pending" | bigint = "latest"): RpcCall<number> => ({
    method: "eth_getTransactionCount",
    params: [account, typeof at === "bigint" ? blockTag(at) : at],
    read: (result) => Number(quantity(result)),
  }),
};

/** EIP-20. */
export const erc20Abi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
]);
