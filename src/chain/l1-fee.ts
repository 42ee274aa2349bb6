import { type Address, type Hex, parseAbi } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { type RpcCall, type RpcOutcome, readsOf } from "./rpc-call.ts";

/** One address on every OP-stack chain (docs/facts/op-stack-fees.md). */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000f";

/**
 * Bytes of an unsigned EIP-1559 transaction without its data, in RLP: type 1, list 4, chain id 5,
 * nonce 9, both fees 17 each, gas 9, target 21, value 1, data length 4, access list 1.
 */
const ENVELOPE_BYTES = 89;

/**
 * Fee in wei that OP-stack chains take from the sender beside the gas, in no fee field. It is the
 * oracle's upper bound, for data that does not compress.
 */
export const l1Fee = {
  calls: (chainId: ChainId, data: Hex): RpcCall<bigint>[] =>
    chainOf(chainId).l1Fee === "op stack"
      ? [
          readGasPrices(GAS_PRICE_ORACLE, "getL1FeeUpperBound", [
            BigInt((data.length - 2) / 2 + ENVELOPE_BYTES),
          ]),
        ]
      : [],
  /** Null for an unanswered call: the fee is unknown. */
  read: (chainId: ChainId, outcome: RpcOutcome<bigint> | undefined): bigint | null => {
    if (chainOf(chainId).l1Fee === null) return 0n;
    return outcome?.ok ? outcome.value : null;
  },
};

const readGasPrices = readsOf(
  parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]),
);
