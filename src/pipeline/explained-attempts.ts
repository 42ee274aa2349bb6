import type { Hash } from "viem";
import { transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";

/** A hash has a receipt: what used their nonces was themselves (decision 109). */
export async function explainedAttempts(
  { rpc }: ChainDeps,
  open: readonly { id: string; hashes: readonly Hash[] }[],
): Promise<string[]> {
  const hashes = open.flatMap((one) => one.hashes);
  const receipts = await rpc.send(hashes.map((hash) => transactionReads.receipt(hash)));
  const mined = new Set(hashes.filter((_, index) => receipts[index]?.ok && receipts[index].value !== null));
  return open.filter((one) => one.hashes.some((hash) => mined.has(hash))).map(({ id }) => id);
}
