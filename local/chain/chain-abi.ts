import { parseAbi } from "viem";

/**
 * What the helpers call on the local chain. Vault signatures as in docs/facts/vault-contracts.md
 * section 2.
 */
export const chainAbi = parseAbi([
  "function createPool(string name, string symbol, address baseToken) returns (address newPoolAddress, bytes32 poolId)",
  "event PoolCreated(address poolAddress)",
  "function owner() view returns (address)",
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin) payable returns (uint256)",
  "function updateUnitaryValue() returns ((uint256 unitaryValue, uint256 netTotalValue, uint256 netTotalLiabilities))",
  "function hasPriceFeed(address token) view returns (bool)",
  "function getTwap(address token) view returns (int24)",
  "function getActiveTokens() view returns ((address[] activeTokens, address baseToken))",
  "function updateDelegation((address delegated, bytes4 selector, bool isDelegated)[] delegations)",
  "function revokeAllDelegations(address delegated)",
  "function getDelegatedSelectors(address delegated) view returns (bytes4[])",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function deposit() payable",
  "function creditPopReward(address poolAccount, uint256 popReward) payable",
  "function endEpoch() returns (uint256 numPoolsToFinalize)",
  "function setSlots(address token, uint16 slots, uint32 secondsAgo)",
  "function increaseCardinalityNext(PoolKey key, uint16 cardinalityNext) returns (uint16 cardinalityNextOld, uint16 cardinalityNextNew)",
  "struct ObservationState { uint16 index; uint16 cardinality; uint16 cardinalityNext; }",
  "function getState(PoolKey key) view returns (ObservationState state)",
  "function backdate(address token, uint32 secondsAgo)",
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function moveTo(PoolKey key, bool zeroForOne, uint160 sqrtPriceX96)",
  "function swapTo(PoolKey key, bool zeroForOne, uint160 sqrtPriceX96) payable",
  "function moveToV3(address pool, bool zeroForOne, uint160 sqrtPriceX96)",
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
]);
