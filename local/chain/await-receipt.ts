import type { Hash } from "viem";
import { waitFor } from "../lib/wait-for.ts";

type Asks<R> = { getTransactionReceipt(args: { hash: Hash }): Promise<R> };

/**
 * Polls for a receipt until it is there. viem's own wait looks again with the next block only, and
 * on a chain that mines what it is sent the next block may never come.
 *
 * @throws Error naming the hash after a minute
 */
export const awaitReceipt = <R>(client: Asks<R>, hash: Hash) =>
  waitFor(() => client.getTransactionReceipt({ hash }), {
    what: `the receipt of ${hash}`,
    intervalMs: 5,
  });
