import { crosschainSync } from "../bridge/tools/crosschain-sync.ts";
import { crosschainTransfer } from "../bridge/tools/crosschain-transfer.ts";
import { getAggregatedNav } from "../bridge/tools/get-aggregated-nav.ts";
import { getCrosschainQuote } from "../bridge/tools/get-crosschain-quote.ts";
import { getRebalancePlan } from "../bridge/tools/get-rebalance-plan.ts";
import { verifyBridgeArrival } from "../bridge/tools/verify-bridge-arrival.ts";
import { perpACancelOrder } from "../gmx/tools/perp-a-cancel-order.ts";
import { perpAClaimFundingFees } from "../gmx/tools/perp-a-claim-funding-fees.ts";
import { perpADecreasePosition } from "../gmx/tools/perp-a-decrease-position.ts";
import { perpAGetMarkets } from "../gmx/tools/perp-a-get-markets.ts";
import { perpAGetPositions } from "../gmx/tools/perp-a-get-positions.ts";
import { perpAIncreasePosition } from "../gmx/tools/perp-a-increase-position.ts";
import { perpAUpdateOrder } from "../gmx/tools/perp-a-update-order.ts";
import { endGrant } from "../grants/end-grant.ts";
import { listGrants } from "../grants/list-grants.ts";
import { getVaultHistory } from "../history/tools/get-vault-history.ts";
import { perpBCancelOrder } from "../hyperliquid/tools/perp-b-cancel-order.ts";
import { perpBDeposit } from "../hyperliquid/tools/perp-b-deposit.ts";
import { perpBGetMarkets } from "../hyperliquid/tools/perp-b-get-markets.ts";
import { perpBGetPositions } from "../hyperliquid/tools/perp-b-get-positions.ts";
import { perpBLimitOrder } from "../hyperliquid/tools/perp-b-limit-order.ts";
import { perpBSpotSend } from "../hyperliquid/tools/perp-b-spot-send.ts";
import { perpBUsdClassTransfer } from "../hyperliquid/tools/perp-b-usd-class-transfer.ts";
import { addLiquidity } from "../liquidity/tools/add-liquidity.ts";
import { burnPosition } from "../liquidity/tools/burn-position.ts";
import { collectLpFees } from "../liquidity/tools/collect-lp-fees.ts";
import { getLpPositions } from "../liquidity/tools/get-lp-positions.ts";
import { getPoolInfo } from "../liquidity/tools/get-pool-info.ts";
import { removeLiquidity } from "../liquidity/tools/remove-liquidity.ts";
import { cancelNavSync } from "../navsync/tools/cancel-nav-sync.ts";
import { createNavSync } from "../navsync/tools/create-nav-sync.ts";
import { listNavSyncs } from "../navsync/tools/list-nav-syncs.ts";
import { getVaultOverview } from "../overview/tools/get-vault-overview.ts";
import { deploySmartPool } from "../protocols/tools/deploy-smart-pool.ts";
import { fundPool } from "../protocols/tools/fund-pool.ts";
import { govClaimRewards } from "../protocols/tools/gov-claim-rewards.ts";
import { govEndEpoch } from "../protocols/tools/gov-end-epoch.ts";
import { govStake } from "../protocols/tools/gov-stake.ts";
import { govUndelegateStake } from "../protocols/tools/gov-undelegate-stake.ts";
import { govUnstake } from "../protocols/tools/gov-unstake.ts";
import { redeemPool } from "../protocols/tools/redeem-pool.ts";
import { refreshOracleFeed } from "../protocols/tools/refresh-oracle-feed.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { checkDelegationStatus } from "../tools/check-delegation-status.ts";
import { checkReadiness } from "../tools/check-readiness.ts";
import { disableSwapShield } from "../tools/disable-swap-shield.ts";
import { enableSwapShield } from "../tools/enable-swap-shield.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { getSwapQuote } from "../tools/get-swap-quote.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import { getVaultLimits } from "../tools/get-vault-limits.ts";
import { revokeDelegation } from "../tools/revoke-delegation.ts";
import { revokeSelectors } from "../tools/revoke-selectors.ts";
import { setDefaultSlippage } from "../tools/set-default-slippage.ts";
import { setSwapShieldTolerance } from "../tools/set-swap-shield-tolerance.ts";
import { setVaultLimits } from "../tools/set-vault-limits.ts";
import { setupDelegation } from "../tools/setup-delegation.ts";
import { switchChain } from "../tools/switch-chain.ts";
import type { Tool } from "../tools/tool.ts";
import { getVaultTrades } from "../trades/tools/get-vault-trades.ts";
import { cancelTriggerOrder } from "../triggers/tools/cancel-trigger-order.ts";
import { createTriggerOrder } from "../triggers/tools/create-trigger-order.ts";
import { listTriggerOrders } from "../triggers/tools/list-trigger-orders.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import { editTwapOrder } from "../twap/tools/edit-twap-order.ts";
import { getOrderQuality } from "../twap/tools/get-order-quality.ts";
import { getTwapOrder } from "../twap/tools/get-twap-order.ts";
import { listStrategies } from "../twap/tools/list-strategies.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../twap/tools/resume-twap-order.ts";
import { skipTwapSlice } from "../twap/tools/skip-twap-slice.ts";

const ALL = [
  getSwapQuote,
  buildVaultSwap,
  getVaultInfo,
  getVaultOverview,
  getVaultTrades,
  getVaultHistory,
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
  listGrants,
  endGrant,
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
  getOrderQuality,
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

/** In the catalog's order, for every door (decision D11). */
export const TOOLS: readonly Tool[] = ALL;

/** The same with their own types. */
export type EachTool = (typeof ALL)[number];
