import { type Address, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { readErc20 } from "./account-reads.ts";
import { mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

/** `minPeriodSec` is how long bought vault tokens stay locked. */
export type PoolTerms = {
  minPeriodSec: number;
  spreadBps: number;
  feeBps: number;
  feeCollector: Address;
};
/** `unlocksAtSec` is the Unix second from which they can be given back. */
export type HolderAccount = { balanceBase: bigint; unlocksAtSec: number };

/** Reads for a vault's holders. */
export const holderReads = {
  terms: (vault: Address): RpcCall<PoolTerms> =>
    mapCall(
      readHolder(vault, "getPoolParams", []),
      ({ minPeriod, spread, transactionFee, feeCollector }) => ({
        minPeriodSec: minPeriod,
        spreadBps: spread,
        feeBps: transactionFee,
        feeCollector: lowerHex(feeCollector),
      }),
    ),
  account: (vault: Address, holder: Address): RpcCall<HolderAccount> =>
    mapCall(readHolder(vault, "getUserAccount", [holder]), ({ userBalance, activation }) => ({
      balanceBase: userBalance,
      unlocksAtSec: activation,
    })),
  allowance: (token: Address, owner: Address, spender: Address): RpcCall<bigint> =>
    readErc20(token, "allowance", [owner, spender]),
};

/** Source: docs/facts/vault-contracts.md 2 and 11. */
export const holderAbi = parseAbi([
  "struct PoolParams { uint48 minPeriod; uint16 spread; uint16 transactionFee; address feeCollector; address kycProvider; }",
  "struct UserAccount { uint208 userBalance; uint48 activation; }",
  "function getPoolParams() view returns (PoolParams)",
  "function getUserAccount(address holder) view returns (UserAccount)",
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin) payable returns (uint256)",
  "function burn(uint256 amountIn, uint256 amountOutMin) returns (uint256)",
]);
const readHolder = readsOf(holderAbi);
