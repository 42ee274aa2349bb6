import { parseAbi } from "viem";

/** Source: docs/facts/vault-contracts.md 2 and 11. */
export const holderAbi = parseAbi([
  "struct PoolParams { uint48 minPeriod; uint16 spread; uint16 transactionFee; address feeCollector; address kycProvider; }",
  "struct UserAccount { uint208 userBalance; uint48 activation; }",
  "function getPoolParams() view returns (PoolParams)",
  "function getUserAccount(address holder) view returns (UserAccount)",
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin) payable returns (uint256)",
  "function burn(uint256 amountIn, uint256 amountOutMin) returns (uint256)",
]);
