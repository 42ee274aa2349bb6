import { parseAbi } from "viem";

const POOL_KEY =
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; " +
  "address hooks; }";
const PATH_KEY =
  "struct PathKey { address intermediateCurrency; uint24 fee; int24 tickSpacing; address " +
  "hooks; bytes hookData; }";

/** Source: @uniswap/v4-periphery 1.0.3, IV4Quoter.sol. */
export const quoterAbi = parseAbi([
  PATH_KEY,
  "struct QuoteExactParams { address exactCurrency; PathKey[] path; uint128 exactAmount; }",
  "function quoteExactInput(QuoteExactParams params) returns (uint256 amountOut, uint256 gasEstimate)",
  "function quoteExactOutput(QuoteExactParams params) returns (uint256 amountIn, uint256 gasEstimate)",
]);

/** Source: @uniswap/v4-core 1.0.2, Extsload.sol. */
export const poolManagerAbi = parseAbi([
  "function extsload(bytes32 startSlot, uint256 nSlots) view returns (bytes32[] values)",
]);

/**
 * Source: @uniswap/v3-periphery 1.4.4, IQuoterV2.sol, and @uniswap/v3-core 1.0.1,
 * IUniswapV3PoolState.sol.
 */
export const v3Abi = parseAbi([
  "struct ExactInput { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }",
  "struct ExactOutput { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 sqrtPriceLimitX96; }",
  "function quoteExactInputSingle(ExactInput params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 ticksCrossed, uint256 gasEstimate)",
  "function quoteExactOutputSingle(ExactOutput params) returns (uint256 amountIn, uint160 sqrtPriceX96After, uint32 ticksCrossed, uint256 gasEstimate)",
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)",
  "function liquidity() view returns (uint128)",
]);

export const tokenAbi = parseAbi([
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
]);

/** Source: WETH9. */
export const wrappedAbi = parseAbi(["function withdraw(uint256 amount)"]);

/** Source: Uniswap's Permit2, IAllowanceTransfer.sol. */
export const permit2Abi = parseAbi([
  "function allowance(address user, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** Source: 0x-settler, IDeployer (feature 2 is the taker-submitted Settler). */
export const deployerAbi = parseAbi(["function ownerOf(uint256 feature) view returns (address)"]);

/** Source: docs/facts/vault-contracts.md 7 and the zeroex vectors. */
export const allowanceHolderAbi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)",
]);
export const settlerAbi = parseAbi([
  "struct AllowedSlippage { address recipient; address buyToken; uint256 minAmountOut; }",
  "function execute(AllowedSlippage slippage, bytes[] actions, bytes32 zid) payable returns (bool)",
]);
/** Settler's actions are calls in form only: it dispatches on their selector. */
export const settlerActionsAbi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "function TRANSFER_FROM(address recipient, PermitTransferFrom permit, bytes sig)",
  "function NATIVE_CHECK(uint256 deadline, uint256 msgValue)",
  "function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes data)",
  "function UNISWAPV4(address recipient, address sellToken, uint256 bps, bool feeOnTransfer, uint256 hashMul, uint256 hashMod, bytes fills, uint256 amountOutMin)",
]);

/** Source: @uniswap/universal-router 2.0.0. */
export const universalRouterAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
/**
 * Parameters of the router's v4 actions; source: @uniswap/v4-periphery 1.0.3, IV4Router.sol. Never
 * called as functions.
 */
export const v4ActionsAbi = parseAbi([
  POOL_KEY,
  PATH_KEY,
  "struct ExactInputSingle { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }",
  "struct ExactInput { address currencyIn; PathKey[] path; uint128 amountIn; uint128 amountOutMinimum; }",
  "struct ExactOutputSingle { PoolKey poolKey; bool zeroForOne; uint128 amountOut; uint128 amountInMaximum; bytes hookData; }",
  "struct ExactOutput { address currencyOut; PathKey[] path; uint128 amountOut; uint128 amountInMaximum; }",
  "function swapExactInSingle(ExactInputSingle params)",
  "function swapExactIn(ExactInput params)",
  "function swapExactOutSingle(ExactOutputSingle params)",
  "function swapExactOut(ExactOutput params)",
]);
