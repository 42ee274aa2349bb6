import { addLiquidity } from "./add-liquidity.ts";
import { buildVaultSwap } from "./build-vault-swap.ts";
import { burnPosition } from "./burn-position.ts";
import { cancelNavSync } from "./cancel-nav-sync.ts";
import { cancelTriggerOrder } from "./cancel-trigger-order.ts";
import { cancelTwapOrder } from "./cancel-twap-order.ts";
import { checkDelegationStatus } from "./check-delegation-status.ts";
import { checkReadiness } from "./check-readiness.ts";
import { collectLpFees } from "./collect-lp-fees.ts";
import { createNavSync } from "./create-nav-sync.ts";
import { createTriggerOrder } from "./create-trigger-order.ts";
import { createTwapOrder } from "./create-twap-order.ts";
import { crosschainSync } from "./crosschain-sync.ts";
import { crosschainTransfer } from "./crosschain-transfer.ts";
import { deploySmartPool } from "./deploy-smart-pool.ts";
import { disableSwapShield } from "./disable-swap-shield.ts";
import { editTwapOrder } from "./edit-twap-order.ts";
import { enableSwapShield } from "./enable-swap-shield.ts";
import { freezeVault } from "./freeze-vault.ts";
import { fundPool } from "./fund-pool.ts";
import { getAggregatedNav } from "./get-aggregated-nav.ts";
import { getCrosschainQuote } from "./get-crosschain-quote.ts";
import { getLpPositions } from "./get-lp-positions.ts";
import { getPoolInfo } from "./get-pool-info.ts";
import { getRebalancePlan } from "./get-rebalance-plan.ts";
import { getSwapQuote } from "./get-swap-quote.ts";
import { getTokenBalance } from "./get-token-balance.ts";
import { getTwapOrder } from "./get-twap-order.ts";
import { getVaultInfo } from "./get-vault-info.ts";
import { getVaultLimits } from "./get-vault-limits.ts";
import { govClaimRewards } from "./gov-claim-rewards.ts";
import { govEndEpoch } from "./gov-end-epoch.ts";
import { govStake } from "./gov-stake.ts";
import { govUndelegateStake } from "./gov-undelegate-stake.ts";
import { govUnstake } from "./gov-unstake.ts";
import { listNavSyncs } from "./list-nav-syncs.ts";
import { listStrategies } from "./list-strategies.ts";
import { listTriggerOrders } from "./list-trigger-orders.ts";
import { listTwapOrders } from "./list-twap-orders.ts";
import { pauseTwapOrder } from "./pause-twap-order.ts";
import { perpACancelOrder } from "./perp-a-cancel-order.ts";
import { perpAClaimFundingFees } from "./perp-a-claim-funding-fees.ts";
import { perpADecreasePosition } from "./perp-a-decrease-position.ts";
import { perpAGetMarkets } from "./perp-a-get-markets.ts";
import { perpAGetPositions } from "./perp-a-get-positions.ts";
import { perpAIncreasePosition } from "./perp-a-increase-position.ts";
import { perpAUpdateOrder } from "./perp-a-update-order.ts";
import { perpBCancelOrder } from "./perp-b-cancel-order.ts";
import { perpBDeposit } from "./perp-b-deposit.ts";
import { perpBGetMarkets } from "./perp-b-get-markets.ts";
import { perpBGetPositions } from "./perp-b-get-positions.ts";
import { perpBLimitOrder } from "./perp-b-limit-order.ts";
import { perpBSpotSend } from "./perp-b-spot-send.ts";
import { perpBUsdClassTransfer } from "./perp-b-usd-class-transfer.ts";
import { redeemPool } from "./redeem-pool.ts";
import { refreshOracleFeed } from "./refresh-oracle-feed.ts";
import { removeLiquidity } from "./remove-liquidity.ts";
import { resumeTwapOrder } from "./resume-twap-order.ts";
import { revokeDelegation } from "./revoke-delegation.ts";
import { revokeSelectors } from "./revoke-selectors.ts";
import { setDefaultSlippage } from "./set-default-slippage.ts";
import { setSwapShieldTolerance } from "./set-swap-shield-tolerance.ts";
import { setVaultLimits } from "./set-vault-limits.ts";
import { setupDelegation } from "./setup-delegation.ts";
import { skipTwapSlice } from "./skip-twap-slice.ts";
import { switchChain } from "./switch-chain.ts";
import type { Tool } from "./tool.ts";
import { verifyBridgeArrival } from "./verify-bridge-arrival.ts";

const ALL = [
  getSwapQuote,
  buildVaultSwap,
  getVaultInfo,
  getTokenBalance,
  switchChain,
  checkDelegationStatus,
  checkReadiness,
  deploySmartPool,
  fundPool,
  redeemPool,
  setupDelegation,
  revokeDelegation,
  revokeSelectors,
  freezeVault,
  setDefaultSlippage,
  setSwapShieldTolerance,
  enableSwapShield,
  disableSwapShield,
  getVaultLimits,
  setVaultLimits,
  getPoolInfo,
  getLpPositions,
  addLiquidity,
  removeLiquidity,
  collectLpFees,
  burnPosition,
  perpAGetPositions,
  perpAGetMarkets,
  perpAIncreasePosition,
  perpADecreasePosition,
  perpACancelOrder,
  perpAUpdateOrder,
  perpAClaimFundingFees,
  perpBGetPositions,
  perpBGetMarkets,
  perpBDeposit,
  perpBLimitOrder,
  perpBCancelOrder,
  perpBUsdClassTransfer,
  perpBSpotSend,
  createTwapOrder,
  cancelTwapOrder,
  listTwapOrders,
  getTwapOrder,
  listStrategies,
  pauseTwapOrder,
  resumeTwapOrder,
  skipTwapSlice,
  editTwapOrder,
  createNavSync,
  listNavSyncs,
  cancelNavSync,
  createTriggerOrder,
  listTriggerOrders,
  cancelTriggerOrder,
  refreshOracleFeed,
  govStake,
  govUndelegateStake,
  govUnstake,
  govClaimRewards,
  govEndEpoch,
  getCrosschainQuote,
  getAggregatedNav,
  getRebalancePlan,
  verifyBridgeArrival,
  crosschainTransfer,
  crosschainSync,
] as const satisfies readonly Tool[];

/** In the catalog's order; the tools of every door (decision 9). */
export const TOOLS: readonly Tool[] = ALL;

/** The same with each one's own types. */
export type EachTool = (typeof ALL)[number];
