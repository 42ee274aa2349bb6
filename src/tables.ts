import { acrossProtocol } from "./bridge/across-protocol.ts";
import { gmxProtocol } from "./gmx/gmx-protocol.ts";
import { hyperliquidProtocol } from "./hyperliquid/hyperliquid-protocol.ts";
import type { Tables } from "./kinds/tables.ts";
import { uniswapLpProtocol } from "./liquidity/uniswap-lp-protocol.ts";
import { oracleFeedProtocol } from "./protocols/oracle-feed-protocol.ts";
import { stakingProtocol } from "./protocols/staking-protocol.ts";
import { vaultProtocol } from "./protocols/vault-protocol.ts";

/** The service's own members. */
export const TABLES: Tables = {
  protocols: {
    vault: vaultProtocol,
    staking: stakingProtocol,
    "oracle-feed": oracleFeedProtocol,
    "uniswap-lp": uniswapLpProtocol,
    across: acrossProtocol,
    gmx: gmxProtocol,
    hyperliquid: hyperliquidProtocol,
  },
};
