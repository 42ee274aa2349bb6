import type { Attempt } from "../../schemas/attempt.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { type Receipt, transactionReads } from "../chain/transaction-reads.ts";

/** By hash; each weighs the gas that its attempt may use. */
export const receiptCallsOf = (attempts: readonly Attempt[]): ReadonlyMap<string, RpcCall<Receipt | null>> =>
  new Map(
    attempts.flatMap(({ hashes, freeingHashes, gas }) =>
      [...hashes, ...freeingHashes].map((hash): [string, RpcCall<Receipt | null>] => [
        hash,
        transactionReads.receipt(hash, BigInt(gas)),
      ]),
    ),
  );
