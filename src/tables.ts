import { acrossProtocol } from "./bridge/across-protocol.ts";
import { arbitrum } from "./chains/arbitrum.ts";
import { base } from "./chains/base.ts";
import { bsc } from "./chains/bsc.ts";
import { ethereum } from "./chains/ethereum.ts";
import { hyperevm } from "./chains/hyperevm.ts";
import { optimism } from "./chains/optimism.ts";
import { polygon } from "./chains/polygon.ts";
import { unichain } from "./chains/unichain.ts";
import { gmxProtocol } from "./gmx/gmx-protocol.ts";
import { hyperliquidProtocol } from "./hyperliquid/hyperliquid-protocol.ts";
import type { Tables } from "./kinds/tables.ts";
import { uniswapLpProtocol } from "./liquidity/uniswap-lp-protocol.ts";
import { navSyncKind } from "./navsync/nav-sync-kind.ts";
import { oracleFeedProtocol } from "./protocols/oracle-feed-protocol.ts";
import { stakingProtocol } from "./protocols/staking-protocol.ts";
import { vaultProtocol } from "./protocols/vault-protocol.ts";
import { CHANNELS } from "./tables/channels.ts";
import { CHECKS } from "./tables/checks.ts";
import { triggerKind } from "./triggers/trigger-kind.ts";
import { twapKind } from "./twap/twap-kind.ts";
import { uniswapVenue } from "./venues/uniswap-venue.ts";
import { zeroXVenue } from "./venues/zerox-venue.ts";

/** The service's own members. */
export const TABLES: Tables = {
  chains: {
    1: ethereum,
    10: optimism,
    56: bsc,
    130: unichain,
    137: polygon,
    999: hyperevm,
    8453: base,
    42161: arbitrum,
  },
  channels: CHANNELS,
  checks: CHECKS,
  orderKinds: { twap: twapKind, nav_sync: navSyncKind, trigger: triggerKind },
  venues: { "0x": zeroXVenue, uniswap: uniswapVenue },
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
