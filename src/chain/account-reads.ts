import { type Address, type Hex, parseAbi } from "viem";
import { isNative } from "../lib/normalize-address.ts";
import { asHex, blockTag, quantity, type RpcCall, readsOf } from "./rpc-call.ts";

/** Reads of one account's holdings, code and nonce. */
export const accountReads = {
  /** Base units of the token, or of the native coin for the zero address. */
  balance: (token: Address, account: Address, block?: bigint): RpcCall<bigint> =>
    isNative(token)
      ? accountReads.nativeBalance(account, block)
      : readErc20(token, "balanceOf", [account], { block }),
  nativeBalance: (account: Address, block?: bigint): RpcCall<bigint> => ({
    method: "eth_getBalance",
    params: [account, blockTag(block)],
    read: quantity,
  }),
  code: (account: Address): RpcCall<Hex> => ({
    method: "eth_getCode",
    params: [account, "latest"],
    read: asHex,
  }),
  /**
   * The next nonce: after mined transactions (`latest`, or up to a block), or with waiting ones
   * (`pending`).
   */
  transactionCount: (
    account: Address,
    at: "latest" | "pending" | bigint = "latest",
  ): RpcCall<number> => ({
    method: "eth_getTransactionCount",
    params: [account, typeof at === "bigint" ? blockTag(at) : at],
    read: (result) => Number(quantity(result)),
  }),
};

/** Source: EIP-20. */
export const erc20Abi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
]);

/** Reads of a token. */
export const readErc20 = readsOf(erc20Abi);
