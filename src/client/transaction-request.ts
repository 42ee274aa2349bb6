/** Quantities in hex, `deadline` in Unix seconds. */
type Unsigned = {
  to: string;
  from: string;
  data: string;
  value: string;
  chainId: number;
  gas: string;
  deadline?: number;
};

/** Request of viem's `sendTransaction`, @wagmi/core and wagmi's hooks. */
export type TransactionRequest<ChainId extends number = number> = {
  account: `0x${string}`;
  to: `0x${string}`;
  data: `0x${string}`;
  value: bigint;
  gas: bigint;
  chainId: ChainId;
};

/**
 * An unsigned transaction as viem and wagmi take it. The wallet sets the fees.
 * @throws Error for another chain than `chainId`, and past the deadline, when it would revert and
 * cost gas
 * @example
 * const hash = await sendTransaction(config, transactionRequest(built.transaction, base.id));
 */
export function transactionRequest<ChainId extends number>(
  unsigned: Unsigned,
  chainId: ChainId,
  nowMs: number = Date.now(),
): TransactionRequest<ChainId> {
  const { to, from, data, value, gas, deadline } = unsigned;
  if (unsigned.chainId !== chainId)
    throw new Error(`This transaction is for chain ${unsigned.chainId}, not for ${chainId}.`);
  if (deadline !== undefined && nowMs >= deadline * 1_000)
    throw new Error("This transaction's deadline has passed: it would revert. Build it anew.");
  return {
    account: hex(from),
    to: hex(to),
    data: hex(data),
    value: BigInt(value),
    gas: BigInt(gas),
    chainId,
  };
}

function hex(text: string): `0x${string}` {
  if (!/^0x[0-9a-fA-F]*$/.test(text))
    throw new Error("The transaction is not one of the service's.");
  // Safe: judged a line above.
  return text as `0x${string}`;
}
