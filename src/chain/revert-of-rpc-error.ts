type RpcError = { code?: number; message?: string; data?: unknown };

/**
 * The EVM refused, as opposed to the node failing to run the call. Code 3 is the agreed one; some nodes answer -32000 or -32015 with the
 * word, or with the data. Out of gas is a refusal too: an undelegated call into a vault burns all of it (docs/facts/vault-contracts.md 4).
 */
export function isRevert(error: RpcError): boolean {
  if (error.code === 3) return true;
  if (hexOf(error.data) !== undefined) return true;
  return /\brevert(?:ed)?\b|out ?of ?gas|invalid ?(?:fe)? ?opcode|stack (?:under|over)flow|OutOfGas|EvmError/i.test(
    error.message ?? "",
  );
}

/** `0x` when there was none. */
export const revertData = (error: RpcError): `0x${string}` => hexOf(error.data) ?? "0x";

function hexOf(data: unknown): `0x${string}` | undefined {
  if (typeof data === "string") {
    const hex = data.match(/0x[0-9a-fA-F]*$/)?.[0];
    return hex !== undefined && hex.length % 2 === 0 ? (hex as `0x${string}`) : undefined;
  }
  if (typeof data === "object" && data !== null && "data" in data) return hexOf(data.data);
  return undefined;
}
