/**
 * Whether viem's error says that the contract reverted: a node that does not answer is another
 * matter.
 */
export function isContractRevert(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === "ContractFunctionExecutionError" &&
    error.cause instanceof Error &&
    error.cause.name === "ContractFunctionRevertedError"
  );
}
