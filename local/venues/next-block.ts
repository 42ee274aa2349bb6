import type { PublicClient } from "viem";

/**
 * Number and time of the block that a transaction sent now would be in. The latest block is no
 * clock: on an idle chain it may be hours old, and a deadline counted from it already over.
 */
export async function nextBlock(
  client: PublicClient,
): Promise<{ number: bigint; timestamp: bigint }> {
  const { number, timestamp } = await client.getBlock({ blockTag: "pending" });
  if (number === null) throw new Error("the node gave a pending block without a number");
  return { number, timestamp };
}
