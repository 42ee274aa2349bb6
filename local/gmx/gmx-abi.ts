import { parseAbi } from "viem";

/** What the keeper calls on the local GMX (local/contracts/Gmx*.sol), and what it reads there. */
export const gmxLocalAbi = parseAbi([
  "struct Price { uint256 min; uint256 max; }",
  "struct Prices { Price index; Price long; Price short; }",
  "function orderKeysOf(address account) view returns (bytes32[])",
  "function positionKeysOf(address account) view returns (bytes32[])",
  "function setUint(bytes32 key, uint256 value)",
  "function setBool(bytes32 key, bool value)",
  "function getUint(bytes32 key) view returns (uint256)",
  "function set(address token, uint256 min, uint256 max)",
  "function executeOrder(bytes32 key, Prices prices, uint256 price)",
  "function cancelByKeeper(bytes32 key, string reason)",
  "error InvalidOrderPrices(uint256 min, uint256 max, uint256 triggerPrice, uint256 orderType)",
  "error Unauthorized(address msgSender, string role)",
  "error EmptyOrder()",
]);
