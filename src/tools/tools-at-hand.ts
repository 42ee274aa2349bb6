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

/** What a tick or a route runs besides: a call of one evaluates none of the others. */
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
