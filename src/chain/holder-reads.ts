import { type Address, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { erc20Abi } from "./account-reads.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

/** `minPeriodSec`: how long bought vault tokens are locked. Spread and fee in basis points. */
export type PoolTerms = {
  minPeriodSec: number;
  spreadBps: number;
  feeBps: number;
  feeCollector: Address;
};
/** `unlocksAtSec`: unix seconds from which they can be given back. */
export type HolderAccount = { balanceBase: bigint; unlocksAtSec: number };

export const holderReads = {
  terms: (vault: Address): RpcCall<PoolTerms> =>
    mapCall(
      readContract({ address: vault, abi: holderAbi, functionName: "getPoolParams", args: [] }),
      ({ minPeriod, spread, transactionFee, feeCollector }) => ({
        ...{ minPeriodSec: minPeriod, spreadBps: spread, feeBps: transactionFee },
        feeCollector: lowerHex(feeCollector),
      }),
    ),
  account: (vault: Address, holder: Address): RpcCall<HolderAccount> =>
    mapCall(
      readContract({ address: vault, abi: holderAbi, functionName: "getUserAccount", args: [holder] }),
      ({ userBalance, activation }) => ({ balanceBase: userBalance, unlocksAtSec: activation }),
    ),
  allowance: (token: Address, owner: Address, spender: Address): RpcCall<bigint> =>
    readContract({ address: token, abi: erc20Abi, functionName: "allowance", args: [owner, spender] }),
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
