import { buildVaultSwap } from "./build-vault-swap.ts";
import { cancelTwapOrder } from "./cancel-twap-order.ts";
import { createTwapOrder } from "./create-twap-order.ts";
import { crosschainSync } from "./crosschain-sync.ts";
import { freezeVault } from "./freeze-vault.ts";
import { getSwapQuote } from "./get-swap-quote.ts";
import { getTokenBalance } from "./get-token-balance.ts";
import { getVaultInfo } from "./get-vault-info.ts";
import { listTwapOrders } from "./list-twap-orders.ts";
import { pauseTwapOrder } from "./pause-twap-order.ts";
import { resumeTwapOrder } from "./resume-twap-order.ts";
import { revokeDelegation } from "./revoke-delegation.ts";
import { setupDelegation } from "./setup-delegation.ts";
import type { Tool } from "./tool.ts";

/**
 * The tools of most calls: quotes, trades, orders and what stops them, which a tick or a route runs besides. A call of one of them evaluates none
 * of the others; those come with the registry, where all stand, at the first call of one.
 */
export const TOOLS_AT_HAND: readonly Tool[] = [
  getSwapQuote,
  buildVaultSwap,
  getVaultInfo,
  getTokenBalance,
  createTwapOrder,
  cancelTwapOrder,
  listTwapOrders,
  pauseTwapOrder,
  resumeTwapOrder,
  freezeVault,
  setupDelegation,
  revokeDelegation,
  crosschainSync,
];
