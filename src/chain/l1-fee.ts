import { type Address, type Hex, parseAbi } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { type RpcCall, type RpcOutcome, readContract } from "./rpc-call.ts";

/** The same on every OP-stack chain (docs/facts/op-stack-fees.md). */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000f";

/**
 * Of an unsigned EIP-1559 transaction in RLP, without its data: type 1, list 4, chain id 5, nonce 9, both fees 17 each, gas 9, target 21,
 * value 1, length of the data 4, empty access list 1.
 */
const ENVELOPE_BYTES = 89;

/**
 * In wei, beside the gas: on OP-stack chains taken from the sender's balance, in no fee field. The oracle's upper bound for data that does
 * not compress.
 */
export const l1Fee = {
  /** For a batch that is sent anyway: one call, or none. */
  calls: (chainId: ChainId, data: Hex): RpcCall<bigint>[] =>
    chainOf(chainId).l1Fee === "op stack"
      ? [
          readContract({
            address: GAS_PRICE_ORACLE,
            abi: gasPriceOracleAbi,
            functionName: "getL1FeeUpperBound",
            args: [BigInt((data.length - 2) / 2 + ENVELOPE_BYTES)],
          }),
        ]
      : [],
  /** Null where it was not answered: the cost is unknown. */
  read: (chainId: ChainId, outcome: RpcOutcome<bigint> | undefined): bigint | null => {
    if (chainOf(chainId).l1Fee === null) return 0n;
    return outcome?.ok ? outcome.value : null;
  },
};

/** The OP stack's, since Fjord (docs/facts/op-stack-fees.md). */
const gasPriceOracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);
