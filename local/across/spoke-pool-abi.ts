import { parseAbi } from "viem";

/**
 * What the local relayer and tests use of an Across spoke pool, as across-protocol/contracts
 * 8ab07306 has it; `refund` is the stand-in's own.
 */
export const spokePoolAbi = parseAbi([
  "struct V3RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)",
  "function fillRelay(V3RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)",
  "function fillStatuses(bytes32 relayHash) view returns (uint256)",
  "function getV3RelayHash(V3RelayData relayData) view returns (bytes32)",
  "function numberOfDeposits() view returns (uint32)",
  "function refund(address token, address to, uint256 amount)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function refundVault(address token)",
]);
