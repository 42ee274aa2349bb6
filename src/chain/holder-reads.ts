import type { Address } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { erc20Abi } from "./abis/erc20-abi.ts";
import { holderAbi } from "./abis/holder-abi.ts";
import { readContract } from "./read-contract.ts";
import { mapCall, type RpcCall } from "./rpc-call.ts";

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
