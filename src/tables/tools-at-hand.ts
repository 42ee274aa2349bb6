import { crosschainSync } from "../bridge/tools/crosschain-sync.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { getSwapQuote } from "../tools/get-swap-quote.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import { revokeDelegation } from "../tools/revoke-delegation.ts";
import { setupDelegation } from "../tools/setup-delegation.ts";
import type { Tool } from "../tools/tool.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../twap/tools/resume-twap-order.ts";

/** Tools of ticks and routes: a call of one evaluates no other. */
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
