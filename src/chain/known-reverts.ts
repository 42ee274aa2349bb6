import type { ErrorCode } from "../../schemas/error-codes.ts";

/** Our code, and advice for the caller. */
export type KnownRevert = readonly [code: ErrorCode, advice: string];

/** The code of most reverts. */
export const REVERTED = "simulation_reverted";
const SLIPPAGE: KnownRevert = [
  REVERTED,
  "The price moved beyond the slippage limit. Ask for a new quote, trade less, or raise the " +
    "slippage.",
];
const TOO_DEAR: KnownRevert = [
  REVERTED,
  "The swap would cost more than the maximum input allows. Ask for a new quote, trade less, " +
    "or raise the slippage.",
];
const LATE: KnownRevert = [
  "deadline_passed",
  "The deadline had passed. Build the transaction again.",
];
const NOT_VAULT: KnownRevert = [
  REVERTED,
  "The call sends something to an address other than the vault, which the vault refuses. " +
    "Build it again; do not change the recipient.",
];
const ROUTE: KnownRevert = [
  REVERTED,
  "The route does not work in this vault. Ask for a new quote, or use the other venue.",
];
const POOL_STATE: KnownRevert = [
  REVERTED,
  "A pool on the route cannot fill this swap. Ask for a new quote, trade less, or use the " +
    "other venue.",
];
const BRIDGE_FEE: KnownRevert = [
  REVERTED,
  "The bridge's fee does not fit this amount. Ask for a new bridge quote.",
];
const SETUP: KnownRevert = [
  "not_delegated",
  "The vault does not let this sender call this function. Delegate its selector to the agent " +
    "wallet, or sign with the owner.",
];
const FOREIGN: KnownRevert = [
  REVERTED,
  "The liquidity position does not belong to this vault. Check the position id.",
];
const FORBIDDEN = "perp_action_forbidden";

/**
 * Custom errors by signature. Sources: docs/facts/vault-contracts.md 2, 5 to 8 and 16, RigoBlock
 * v3-contracts adapters, universal-router 2.0.0, v4-core 1.0.2, v4-periphery (2.1 adds the PerHop
 * ones), permit2, 0x-settler.
 */
export const KNOWN_REVERTS: Readonly<Record<string, KnownRevert>> = {
  // the vault's adapter for Hyperliquid (docs/facts/hyperliquid.md 1)
  "NavLocked()": [
    "nav_shield_blocked",
    "A deposit or withdrawal of the vault is still settling at Hyperliquid, which takes " +
      "about two minutes. Try again then.",
  ],
  "AccountNotActivated()": [
    FORBIDDEN,
    "The vault has no account at Hyperliquid yet. Deposit USDC first.",
  ],
  "InsufficientBridgeReserve()": [
    "insufficient_balance",
    "Too little would stay in the venue's spot account for the way back: 0.1 USDC. Send less.",
  ],
  "UnsupportedAction(uint24 actionId)": [FORBIDDEN, "The vault's adapter takes no such action."],
  "InvalidActionData()": [
    FORBIDDEN,
    "The vault's adapter refuses this action's arguments. Build it again.",
  ],
  "InvalidDex()": [FORBIDDEN, "The vault deposits for perpetuals alone. Build it again."],
  // the vault's adapter for GMX, and GMX behind it (docs/facts/gmx.md)
  "ExecutionFeeExceedsMax()": [
    FORBIDDEN,
    "GMX's keeper would cost more than the 0.05 ETH that the vault pays. Wait until gas is " +
      "cheaper.",
  ],
  "InvalidIncreaseOrderType()": [
    FORBIDDEN,
    "The vault opens positions at the market's price only.",
  ],
  "InvalidDecreaseOrderType()": [
    FORBIDDEN,
    "The vault closes positions by market order, take profit or stop loss only.",
  ],
  "MaxGmxPositionsReached()": [
    FORBIDDEN,
    "The vault has 32 positions at GMX, which is the most. Close one first.",
  ],
  "RequestNotYetCancellable(uint256 requestAge, uint256 requestExpirationAge, string requestType)":
    [
      "perp_order_too_young",
      "GMX does not let the order be cancelled yet. Try again in a few minutes.",
    ],
  "OrderNotUpdatable(uint256 orderType)": [
    FORBIDDEN,
    "A market order cannot be changed, only cancelled once it is old enough.",
  ],
  "EmptyOrder()": [
    "perp_order_unknown",
    "There is no such order, or nothing of it. Look at the positions again.",
  ],
  "DisabledMarket(address market)": [
    "perp_market_unknown",
    "GMX has disabled this market. Choose another one.",
  ],
  "EmptyMarket()": ["perp_market_unknown", "GMX has no such market. Choose another one."],
  "CollateralAlreadyClaimed(uint256 adjustedClaimableAmount, uint256 claimedAmount)": [
    "perp_below_minimum",
    "There is nothing of it to claim now.",
  ],
  // the vault and its adapters
  "PoolCallerIsNotOwner()": [
    "owner_only",
    "Only the vault's owner may do this: sign it with the owner's wallet. It can never be " +
      "delegated.",
  ],
  "NotDelegated(address delegated, bytes4 selector)": SETUP,
  "DirectCallNotAllowed()": SETUP,
  "PoolMethodNotAllowed()": [
    "selector_not_allowed",
    "The vault has no such function on this chain. Check the vault's version and the function.",
  ],
  "PoolVersionNotSupported()": [
    "selector_not_allowed",
    "This vault's version is too old for the function. Its owner can call upgradeImplementation().",
  ],
  "PoolImplementationDirectCallNotAllowed()": [
    "target_not_allowed",
    "The call went to the implementation contract. Send it to the vault's own address.",
  ],
  "PoolMintOutputAmount()": [
    REVERTED,
    "The purchase would give fewer vault tokens than the minimum. Lower the minimum and try again.",
  ],
  "PoolMintAmountIn()": [
    REVERTED,
    "The purchase's amount does not fit the vault: nothing, or not what was sent with it. " +
      "Name an amount above zero.",
  ],
  "PoolCallerNotWhitelisted()": [
    REVERTED,
    "This vault sells to known holders only, and your wallet is not among them. Ask the " +
      "vault's owner to be admitted.",
  ],
  "PoolBurnNotEnough()": [
    "insufficient_balance",
    "Your wallet holds fewer of the vault's tokens than that. Lower the amount.",
  ],
  "PoolBurnOutputAmount()": [
    REVERTED,
    "Giving the vault tokens back would pay less than the minimum. Ask again, or raise the " +
      "slippage.",
  ],
  "PoolAmountSmallerThanMinimum(uint16 minimumOrderDivisor)": [
    REVERTED,
    "The amount is smaller than the least that the vault sells or takes back. Raise it.",
  ],
  "TokenTransferFromFailed()": [
    "insufficient_balance",
    "The token could not be taken from the buyer: too little of it there, or no approval for " +
      "the vault. Approve the vault for the amount and try again.",
  ],
  "NativeCurrencyNotAccepted()": [
    REVERTED,
    "This vault is bought with a token and takes no native coin. Send none with the call.",
  ],
  "PoolFeeBiggerThanMax(uint16 maxFee)": [
    REVERTED,
    "The fee is higher than a vault may take. Lower it.",
  ],
  "AddressListExceedsMaxLength()": [
    REVERTED,
    "The vault counts as many tokens as it can. Sell all of one that is no longer needed and " +
      "have it purged, or choose a token that it counts already.",
  ],
  "OwnerActionInputIsSameAsCurrent()": [
    REVERTED,
    "The vault has this setting already. Nothing to change.",
  ],
  "PoolMinimumPeriodNotEnough()": [
    REVERTED,
    "The vault tokens are still locked after their purchase. Wait until the minimum holding " +
      "period is over.",
  ],
  "RecipientNotSmartPoolOrRouter()": NOT_VAULT,
  "RecipientNotSmartPool()": NOT_VAULT,
  "TokenPriceFeedDoesNotExist(address token)": [
    "no_price_feed",
    "The token to receive has no price feed in the vault's oracle, so the vault cannot take " +
      "it in. Choose another token.",
  ],
  "OracleCardinalityCannotBeZero()": [
    "no_price_feed",
    "The vault's oracle has no price feed for this token. Choose another token.",
  ],
  "TargetPredatesOldestObservation(uint32 oldest, uint32 target)": [
    REVERTED,
    "The vault's oracle has not watched a token's price for long enough to tell its average. " +
      "Try again in a few minutes.",
  ],
  "BaseTokenPriceFeedError()": [
    "no_price_feed",
    "The vault's base token has no working price feed, so its NAV cannot be computed. " +
      "Refresh the oracle feed.",
  ],
  "TransactionDeadlinePassed()": LATE,
  "InsufficientNativeBalance()": [
    "insufficient_balance",
    "The vault does not hold enough native coin for this call. Lower the amount.",
  ],
  "InvalidCommandType(uint256 commandType)": [
    REVERTED,
    "The route uses a router command that vaults do not allow. Ask for a new quote, or use " +
      "the other venue.",
  ],
  "UnsupportedAction(uint256 action)": [
    REVERTED,
    "The route uses a pool action that vaults do not allow. Ask for a new quote, or use the " +
      "other venue.",
  ],
  "CounterfeitSettler(address target)": [
    REVERTED,
    "The 0x quote names a settlement contract that is no longer current. Ask for a new quote.",
  ],
  "OperatorMustEqualTarget()": [
    REVERTED,
    "The 0x call names an operator other than its settlement contract, which the vault " +
      "refuses. Ask for a new quote.",
  ],
  "UnsupportedSettlerFunction()": [
    REVERTED,
    "The 0x call is of a kind that vaults do not allow. Ask for a new quote, or use the " +
      "other venue.",
  ],
  "InvalidSettlerCalldata()": [REVERTED, "The 0x call is cut short. Ask for a new quote."],
  "ActionNotAllowed(bytes4 actionSelector)": [
    REVERTED,
    "The 0x route uses an action that vaults do not allow. Ask for a new quote, or use the " +
      "other venue.",
  ],
  "TransferFromRecipientNotSettler(address recipient)": [
    REVERTED,
    "The 0x route moves the sold token past its settlement contract, which vaults do not " +
      "allow. Use the other venue.",
  ],
  "PositionOwner()": FOREIGN,
  "PositionDoesNotExist()": [
    REVERTED,
    "There is no such liquidity position. Check the position id.",
  ],
  "UniV4PositionsLimitExceeded()": [
    REVERTED,
    "The vault has as many liquidity positions as it may have. Burn one first.",
  ],
  "LiquidityMintHookError(address hook)": [
    REVERTED,
    "The pool's hook may touch added liquidity, so vaults cannot use this pool. Choose " +
      "another pool.",
  ],
  "NavImpactTooHigh()": [
    REVERTED,
    "The transfer moves more value than its NAV tolerance allows. Send less, or raise the " +
      "sync tolerance.",
  ],
  "NavManipulationDetected(uint256 expected, uint256 actual)": [
    REVERTED,
    "The vault's NAV changed during the transfer. Try again.",
  ],
  "EffectiveSupplyTooLow()": [
    REVERTED,
    "Too much of the vault's supply is on other chains for this transfer. Send less.",
  ],
  "ZeroConvertedValue()": [
    REVERTED,
    "What would arrive is worth nothing by the oracle. Send more.",
  ],
  "InvalidInputToken()": [
    REVERTED,
    "The coin is paid in place of its wrapped form alone, and only where the vault counts it " +
      "among its tokens. Send the wrapped form.",
  ],
  "InvalidFillDeadline()": [
    "deadline_passed",
    "Across does not take this time for its arrival: it is over, or too far ahead. Ask for a " +
      "new bridge quote.",
  ],
  "DepositsArePaused()": [
    "bridge_pair_unsupported",
    "Across takes no deposits on this chain now. Try again later.",
  ],
  "SameChainTransfer()": [
    REVERTED,
    "Source and destination are the same chain. Name another destination.",
  ],
  "InvalidQuoteTimestamp()": [REVERTED, "The bridge quote has expired. Ask for a new one."],
  "OutputAmountTooLow()": BRIDGE_FEE,
  "OutputAmountTooHigh()": BRIDGE_FEE,
  "DonationLock(bool locked)": [
    REVERTED,
    "Another transfer into the vault is under way. Try again.",
  ],
  // Universal Router, v3, v4, Permit2
  "V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived)": SLIPPAGE,
  "V4TooLittleReceivedPerHop(uint256 hopIndex, uint256 minPrice, uint256 price)": SLIPPAGE,
  "V4TooLittleReceivedPerHopSingle(uint256 minPrice, uint256 price)": SLIPPAGE,
  "V4TooMuchRequested(uint256 maxAmountInRequested, uint256 amountRequested)": TOO_DEAR,
  "V4TooMuchRequestedPerHop(uint256 hopIndex, uint256 minPrice, uint256 price)": TOO_DEAR,
  "V4TooMuchRequestedPerHopSingle(uint256 minPrice, uint256 price)": TOO_DEAR,
  "V4ExactOutputUnfilled(uint256 amountOutRequested, uint256 amountOutReceived)": POOL_STATE,
  "V3TooLittleReceived()": SLIPPAGE,
  "V3TooMuchRequested()": TOO_DEAR,
  "V3InvalidAmountOut()": POOL_STATE,
  "V3InvalidSwap()": POOL_STATE,
  "V3InvalidCaller()": ROUTE,
  "V2TooLittleReceived()": SLIPPAGE,
  "V2TooMuchRequested()": TOO_DEAR,
  "V2InvalidPath()": ROUTE,
  "InvalidPath()": ROUTE,
  "InvalidReserves()": POOL_STATE,
  "InsufficientToken()": SLIPPAGE,
  "InsufficientETH()": SLIPPAGE,
  "InvalidBips()": ROUTE,
  "BalanceTooLow()": SLIPPAGE,
  "LengthMismatch()": ROUTE,
  "InputLengthMismatch()": ROUTE,
  "SliceOutOfBounds()": ROUTE,
  "ContractLocked()": [REVERTED, "The router is in use by an outer call. Try again."],
  "InvalidEthSender()": ROUTE,
  "FromAddressIsNotOwner()": NOT_VAULT,
  "CurrencyNotSettled()": POOL_STATE,
  "DeltaNotPositive(address currency)": ROUTE,
  "DeltaNotNegative(address currency)": ROUTE,
  "PoolNotInitialized()": [REVERTED, "A pool on the route does not exist. Ask for a new quote."],
  "PriceLimitAlreadyExceeded(uint160 sqrtPriceCurrentX96, uint160 sqrtPriceLimitX96)": POOL_STATE,
  "SwapAmountCannotBeZero()": [REVERTED, "The amount is too small to swap. Raise it."],
  "HookCallFailed()": POOL_STATE,
  "NotEnoughLiquidity(bytes32 poolId)": POOL_STATE,
  "NotExactIn()": [
    REVERTED,
    "The oracle's own pool only takes exact-input swaps. Ask for a new quote.",
  ],
  "SafeCastOverflow()": [REVERTED, "An amount is too large for the pool. Lower it."],
  "DeadlinePassed(uint256 deadline)": LATE,
  "NotApproved(address caller)": FOREIGN,
  "MaximumAmountExceeded(uint128 maximumAmount, uint128 amountRequested)": [
    REVERTED,
    "Adding this liquidity needs more tokens than the maximum allows. Raise the slippage or " +
      "try again.",
  ],
  "MinimumAmountInsufficient(uint128 minimumAmount, uint128 amountReceived)": [
    REVERTED,
    "Removing this liquidity gives fewer tokens than the minimum. Raise the slippage or try again.",
  ],
  "AllowanceExpired(uint256 deadline)": [
    REVERTED,
    "The vault's token approval for the router had expired. Build the transaction again.",
  ],
  "InsufficientAllowance(uint256 amount)": [
    REVERTED,
    "The vault's token approval for the router is too small. Build the transaction again.",
  ],
  // 0x
  "TooMuchSlippage(address token, uint256 expected, uint256 actual)": SLIPPAGE,
  "SignatureExpired(uint256 signatureDeadline)": LATE,
  "ActionInvalid(uint256 i, bytes4 action, bytes data)": ROUTE,
  "MsgValueMismatch(uint256 expected, uint256 actual)": ROUTE,
  // tokens
  "ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)": [
    "insufficient_balance",
    "The vault does not hold enough of the token to sell. Lower the amount.",
  ],
  "ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)": ROUTE,
};
