import type { Account, Address } from "viem";

/**
 * The `inTurn` key of an account on one chain: its transactions, and additions to its native
 * balance.
 */
export function senderTurn(
  chain: { rpcUrl: string },
  account: Account | Address | null | undefined,
): string {
  const address = typeof account === "string" ? account : account?.address;
  if (!address) throw new Error("a transaction of the local chain needs its sender");
  return `${chain.rpcUrl} ${address.toLowerCase()}`;
}
