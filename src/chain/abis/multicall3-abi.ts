import { parseAbi } from "viem";

/** mds1/multicall3, Multicall3.sol: many reads in one, each allowed to fail. */
export const multicall3Abi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
]);
