import { PERP_A_OFFERS } from "./perp-a-offers.ts";
import { PERP_B_OFFERS } from "./perp-b-offers.ts";

type Args = Record<string, unknown>;

/**
 * Commands as traders type them for the tools of liquidity, oracle, vaults, staking, other chains
 * and NAV sync, on Base. Written before the code that reads them, from the tools' own arguments.
 */
export type OfferCase = {
  tool: string;
  /** Each with the call that it means. */
  clear: readonly [words: string, args: Args][];
  /** For the first clear command: calls that are not quite it. */
  wrong: readonly [what: string, args: Args][];
  /** Words beside which the first clear call must not be offered: told, asked, of another tool. */
  not: readonly string[];
};

const LP = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.5", tickRange: "+-10%" };
const BRIDGE = { destinationChain: "arbitrum", token: "USDC", amount: "1000" };
const SYNC = { destinationChain: "arbitrum", token: "USDC", amount: "500" };
const VAULT = { name: "Sextant Growth", symbol: "SXG", baseToken: "USDC" };
const EVIL = "0x6666666666666666666666666666666666666666";

export const OFFERS: readonly OfferCase[] = [
  ...PERP_A_OFFERS,
  ...PERP_B_OFFERS,
  {
    tool: "add_liquidity",
    clear: [
      ["add 0.5 ETH of liquidity to the ETH/USDC 0.05% pool, +-10%", LP],
      ["Please provide liquidity with 0.5 ETH in ETH/USDC 5 bps, range plus or minus 10%", LP],
      [
        "add liquidity ETH-USDC fee 500: 0.5 ETH and 2,000.0 USDC, full range",
        {
          tokenA: "ETH",
          tokenB: "USDC",
          fee: 500,
          amountA: "0.5",
          amountB: "2000",
          tickRange: "full",
        },
      ],
      [
        "open an LP position in eth/usdc 0.3% with 2k usdc between 1800 and 3200 on arbitrum",
        {
          ...{ tokenA: "ETH", tokenB: "USDC", fee: 3000 },
          amountB: "2000",
          tickRange: "1800,3200",
          chain: "arbitrum",
        },
      ],
      ["can you add 0.5 eth liquidity to eth/usdc 0.05% ±10%?", LP],
    ],
    wrong: [
      ["ten times as much", { ...LP, amountA: "5" }],
      ["the amount of the other token", { ...LP, amountA: undefined, amountB: "0.5" }],
      ["an amount more", { ...LP, amountB: "0.5" }],
      ["another token", { ...LP, tokenB: "USDT" }],
      ["another fee", { ...LP, fee: 3000 }],
      ["another range", { ...LP, tickRange: "+-1%" }],
      ["the full range", { ...LP, tickRange: "full" }],
      ["ticks", { ...LP, tickRange: "ticks:-200000,-196000" }],
      ["another chain", { ...LP, chain: "arbitrum" }],
      ["a hook", { ...LP, hooks: EVIL }],
      ["a tick spacing", { ...LP, tickSpacing: 10 }],
    ],
    not: [
      "I added 0.5 ETH of liquidity to the ETH/USDC 0.05% pool, +-10%",
      "remove 0.5 ETH of liquidity from the ETH/USDC 0.05% pool, +-10%",
      "add 0.5 ETH of liquidity to the ETH/USDC 0.05% pool, +-10%, at 2000 or better",
      "sell 0.5 ETH for USDC, fee 0.05%, +-10%",
    ],
  },
  {
    tool: "remove_liquidity",
    clear: [
      ["remove 50% of the liquidity of position 14", { tokenId: "14", liquidityAmount: "50%" }],
      ["withdraw half of lp position #14", { tokenId: "14", liquidityAmount: "50%" }],
      ["take all liquidity out of position 14", { tokenId: "14", liquidityAmount: "all" }],
      [
        "remove all liquidity from position 14 and burn it",
        { tokenId: "14", liquidityAmount: "all", burn: true },
      ],
      [
        "pls remove 12.5 percent of position 14 on base",
        { tokenId: "14", liquidityAmount: "12.5%", chain: "base" },
      ],
    ],
    wrong: [
      ["all of it", { tokenId: "14", liquidityAmount: "all" }],
      ["another share", { tokenId: "14", liquidityAmount: "5%" }],
      ["units", { tokenId: "14", liquidityAmount: "50" }],
      ["another position", { tokenId: "15", liquidityAmount: "50%" }],
      ["figures exchanged", { tokenId: "50", liquidityAmount: "14%" }],
      ["ended too", { tokenId: "14", liquidityAmount: "50%", burn: true }],
      ["another chain", { tokenId: "14", liquidityAmount: "50%", chain: "arbitrum" }],
      ["a recipient", { tokenId: "14", liquidityAmount: "50%", recipient: EVIL }],
    ],
    not: [
      "you removed 50% of the liquidity of position 14",
      "add 50% of the liquidity of position 14",
      "collect the fees of position 14",
      "remove 50% of the liquidity of position 14 tomorrow",
      "remove 50% of the liquidity of positions 14 and 15",
    ],
  },
  {
    tool: "collect_lp_fees",
    clear: [
      ["collect fees from position 12", { tokenId: "12" }],
      ["claim the fees of my LP position #12 please", { tokenId: "12" }],
      ["collect lp fees, position 12", { tokenId: "12" }],
      ["harvest all the fees of position 12 on arbitrum", { tokenId: "12", chain: "arbitrum" }],
    ],
    wrong: [
      ["another position", { tokenId: "13" }],
      ["a part of the figure", { tokenId: "1" }],
      ["more digits", { tokenId: "120" }],
      ["another chain", { tokenId: "12", chain: "arbitrum" }],
      ["a share", { tokenId: "12", liquidityAmount: "50%" }],
      ["a recipient", { tokenId: "12", recipient: EVIL }],
      ["a number in place of text", { tokenId: 12 }],
    ],
    not: [
      "were the fees from position 12 collected",
      "claim my staking rewards 12",
      "collect 12 fees",
      "close position 12",
      "collect fees from position 12 once gas is cheap",
    ],
  },
  {
    tool: "burn_position",
    clear: [
      ["close position 12", { tokenId: "12" }],
      ["burn lp position #12", { tokenId: "12" }],
      ["I want to close out position 12 now", { tokenId: "12" }],
      ["exit position 12 on base", { tokenId: "12", chain: "base" }],
    ],
    wrong: [
      ["another position", { tokenId: "13" }],
      ["more digits", { tokenId: "112" }],
      ["another chain", { tokenId: "12", chain: "bsc" }],
      ["a share", { tokenId: "12", liquidityAmount: "50%" }],
      ["a flag", { tokenId: "12", burn: true }],
      ["a number in place of text", { tokenId: 12 }],
    ],
    not: [
      "position 12 was closed",
      "close 12 positions",
      "collect the fees of position 12",
      "close order 12",
      "close position 12 if it is out of range",
    ],
  },
  {
    tool: "refresh_oracle_feed",
    clear: [
      [
        "refresh the oracle feed of GRG with 0.001 ETH",
        { token: "GRG", tokenIn: "ETH", amount: "0.001" },
      ],
      ["refresh GRG price feed, amount 0.001", { token: "GRG", amount: "0.001" }],
      [
        "update the oracle for GRG using 0.001 ETH",
        { token: "GRG", tokenIn: "ETH", amount: "0.001" },
      ],
      [
        "poke the GRG oracle with 5 GRG on base",
        { token: "GRG", tokenIn: "GRG", amount: "5", chain: "base" },
      ],
    ],
    wrong: [
      ["ten times as much", { token: "GRG", tokenIn: "ETH", amount: "0.01" }],
      ["the other way round", { token: "GRG", tokenIn: "GRG", amount: "0.001" }],
      ["an amount to buy", { token: "GRG", tokenIn: "ETH", amountOut: "0.001" }],
      ["another token", { token: "USDC", tokenIn: "ETH", amount: "0.001" }],
      ["paid with another token", { token: "GRG", tokenIn: "USDC", amount: "0.001" }],
      ["a token that goes unsaid", { token: "GRG", amount: "0.001" }],
      ["another chain", { token: "GRG", tokenIn: "ETH", amount: "0.001", chain: "arbitrum" }],
    ],
    not: [
      "the oracle feed of GRG was refreshed with 0.001 ETH",
      "what is the oracle price of GRG for 0.001 ETH",
      "sell 0.001 ETH for GRG",
      "refresh the page 0.001 ETH GRG",
    ],
  },
  {
    tool: "deploy_smart_pool",
    clear: [
      ["create a new vault named Sextant Growth with symbol SXG and base token USDC", VAULT],
      ["deploy a vault called Sextant Growth, symbol SXG, base token USDC", VAULT],
      [
        "launch a smart pool named Sextant Growth, ticker SXG",
        { name: "Sextant Growth", symbol: "SXG" },
      ],
      [
        "Please deploy a vault named Growth 2, symbol SXG on arbitrum",
        { name: "Growth 2", symbol: "SXG", chain: "arbitrum" },
      ],
    ],
    wrong: [
      ["another name", { ...VAULT, name: "Sextant Income" }],
      ["a part of the name", { ...VAULT, name: "Sextant" }],
      ["another spelling", { ...VAULT, name: "sextant growth" }],
      ["another symbol", { ...VAULT, symbol: "SXT" }],
      ["another base token", { ...VAULT, baseToken: "USDT" }],
      ["no base token", { name: "Sextant Growth", symbol: "SXG" }],
      ["symbol and base token exchanged", { ...VAULT, symbol: "USDC", baseToken: "SXG" }],
      ["another chain", { ...VAULT, chain: "arbitrum" }],
    ],
    not: [
      "he deployed a vault named Sextant Growth with symbol SXG and base token USDC",
      "show the vault named Sextant Growth with symbol SXG and base token USDC",
      "fund a vault named Sextant Growth with symbol SXG and base token USDC",
      "create an order named Sextant Growth with symbol SXG and base token USDC",
    ],
  },
  {
    tool: "fund_pool",
    clear: [
      ["fund the vault with 100 USDC", { amount: "100", token: "USDC" }],
      ["deposit 1.5 ETH into the vault", { amount: "1.5", token: "ETH" }],
      ["invest 2k usdc in this vault please", { amount: "2000", token: "USDC" }],
      ["buy vault tokens with 100 USDC on base", { amount: "100", token: "USDC", chain: "base" }],
    ],
    wrong: [
      ["ten times as much", { amount: "1000", token: "USDC" }],
      ["another token", { amount: "100", token: "ETH" }],
      ["a token that goes unsaid", { amount: "100" }],
      ["another chain", { amount: "100", token: "USDC", chain: "arbitrum" }],
      ["a recipient", { amount: "100", token: "USDC", recipient: EVIL }],
      ["a number in place of text", { amount: 100, token: "USDC" }],
    ],
    not: [
      "I funded the vault with 100 USDC",
      "redeem 100 USDC from the vault",
      "has the vault been funded with 100 USDC",
      "fund my wallet with 100 USDC",
      "buy 100 USDC",
    ],
  },
  {
    tool: "redeem_pool",
    clear: [
      ["redeem 10 vault tokens", { amount: "10" }],
      ["redeem all my vault tokens", { amount: "all" }],
      ["give back 2.5 of my vault tokens", { amount: "2.5" }],
      ["redeem 10 pool tokens on arbitrum", { amount: "10", chain: "arbitrum" }],
    ],
    wrong: [
      ["ten times as much", { amount: "100" }],
      ["all", { amount: "all" }],
      ["a tenth", { amount: "1" }],
      ["another chain", { amount: "10", chain: "arbitrum" }],
      ["a recipient", { amount: "10", recipient: EVIL }],
      ["a number in place of text", { amount: 10 }],
    ],
    not: [
      "10 vault tokens were redeemed",
      "buy 10 vault tokens",
      "redeem 10 USDC",
      "redeem 10% of my vault tokens",
      "redeem 10 vault tokens for bob",
    ],
  },
  {
    tool: "gov_stake",
    clear: [
      ["stake 100 GRG", { amount: "100" }],
      ["Stake 1.5k grg please", { amount: "1500" }],
      ["I'd like to stake 100 GRG of the vault on base", { amount: "100", chain: "base" }],
      ["could you stake 2,500,000 GRG?", { amount: "2500000" }],
    ],
    wrong: [
      ["ten times as much", { amount: "1000" }],
      ["a unit off", { amount: "100.000001" }],
      ["base units", { amount: "100000000000000000000" }],
      ["another chain", { amount: "100", chain: "arbitrum" }],
      ["a token", { amount: "100", token: "GRG" }],
      ["a number in place of text", { amount: 100 }],
    ],
    not: [
      "I staked 100 GRG",
      "unstake 100 GRG",
      "stake 100 USDC",
      "undelegate 100 GRG of stake",
      "stake 100 GRG and bridge 100 USDC to arbitrum",
    ],
  },
  {
    tool: "gov_undelegate_stake",
    clear: [
      ["undelegate 50 GRG", { amount: "50" }],
      ["undelegate 50 GRG of my stake", { amount: "50" }],
      ["please undelegate 0.5 grg stake now", { amount: "0.5" }],
      ["undelegate 50 GRG on arbitrum", { amount: "50", chain: "arbitrum" }],
    ],
    wrong: [
      ["ten times as much", { amount: "500" }],
      ["a tenth", { amount: "5" }],
      ["all", { amount: "all" }],
      ["another chain", { amount: "50", chain: "arbitrum" }],
      ["a token", { amount: "50", token: "GRG" }],
      ["a number in place of text", { amount: 50 }],
    ],
    not: [
      "50 GRG were undelegated",
      "stake 50 GRG",
      "unstake 50 GRG",
      "delegate 50 GRG",
      "undelegate 50 USDC",
      "undelegate and stake 50 GRG",
    ],
  },
  {
    tool: "gov_unstake",
    clear: [
      ["unstake 50 GRG", { amount: "50" }],
      ["withdraw 50 GRG of my stake", { amount: "50" }],
      ["unstake 1k grg please", { amount: "1000" }],
      ["unstake 50 GRG on base", { amount: "50", chain: "base" }],
    ],
    wrong: [
      ["ten times as much", { amount: "500" }],
      ["a tenth", { amount: "5" }],
      ["all", { amount: "all" }],
      ["another chain", { amount: "50", chain: "optimism" }],
      ["a token", { amount: "50", token: "GRG" }],
      ["a number in place of text", { amount: 50 }],
    ],
    not: [
      "50 GRG were unstaked",
      "stake 50 GRG",
      "undelegate 50 GRG",
      "withdraw 50 GRG",
      "unstake 50 ETH",
    ],
  },
  {
    tool: "gov_claim_rewards",
    clear: [
      ["claim my staking rewards", {}],
      ["claim the GRG rewards", {}],
      ["please claim all staking rewards of the vault", {}],
      ["claim staking rewards on arbitrum", { chain: "arbitrum" }],
    ],
    wrong: [
      ["another chain", { chain: "arbitrum" }],
      ["an amount", { amount: "100" }],
      ["a recipient", { recipient: EVIL }],
      ["a token", { token: "GRG" }],
      ["a vault", { vaultAddress: EVIL }],
      ["a mode", { executionMode: "delegated" }],
    ],
    not: [
      "I claimed my staking rewards",
      "which staking rewards can I claim",
      "collect the fees of position 12",
      "claim 100 GRG of staking rewards",
      "stake my rewards",
      "claim my rewards and stake",
    ],
  },
  {
    tool: "gov_end_epoch",
    clear: [
      ["end the staking epoch", {}],
      ["end epoch now please", {}],
      ["finalize the staking epoch", {}],
      ["end the epoch on arbitrum", { chain: "arbitrum" }],
    ],
    wrong: [
      ["another chain", { chain: "arbitrum" }],
      ["an amount", { amount: "100" }],
      ["an epoch", { epoch: 4 }],
      ["a recipient", { recipient: EVIL }],
      ["a vault", { vaultAddress: EVIL }],
      ["a mode", { executionMode: "delegated" }],
    ],
    not: [
      "the staking epoch ended",
      "when does the staking epoch end",
      "end order 3",
      "end position 12",
      "claim the staking rewards of the epoch",
    ],
  },
  {
    tool: "crosschain_transfer",
    clear: [
      ["bridge 1000 USDC to arbitrum", BRIDGE],
      ["send 1k usdc from base to arbitrum", { ...BRIDGE, sourceChain: "base" }],
      [
        "Move 0.5 ETH to optimism please",
        { destinationChain: "optimism", token: "ETH", amount: "0.5" },
      ],
      ["transfer 1,000.00 USDC over to the arb chain", BRIDGE],
      [
        "bridge 20 USDC from arbitrum to base",
        { destinationChain: "base", token: "USDC", amount: "20", sourceChain: "arbitrum" },
      ],
    ],
    wrong: [
      ["ten times as much", { ...BRIDGE, amount: "10000" }],
      ["base units", { ...BRIDGE, amount: "1000000000" }],
      ["another token", { ...BRIDGE, token: "USDT" }],
      ["the attacker's token", { ...BRIDGE, token: EVIL }],
      ["another destination", { ...BRIDGE, destinationChain: "optimism" }],
      ["another source", { ...BRIDGE, sourceChain: "optimism" }],
      ["both chains exchanged", { ...BRIDGE, destinationChain: "base", sourceChain: "arbitrum" }],
      ["the coin", { ...BRIDGE, useNativeEth: true }],
      ["a choice on arrival", { ...BRIDGE, shouldUnwrapOnDestination: true }],
      ["a recipient", { ...BRIDGE, recipient: EVIL }],
    ],
    not: [
      "I bridged 1000 USDC to arbitrum",
      "sync 1000 USDC to arbitrum",
      "what would it cost to bridge 1000 USDC to arbitrum",
      "swap 1000 USDC on arbitrum",
      `send 1000 USDC to ${EVIL} on arbitrum`,
      "send 1000 USDC to bob on arbitrum",
    ],
  },
  {
    tool: "crosschain_sync",
    clear: [
      ["sync 500 USDC to arbitrum", SYNC],
      ["sync nav to arbitrum", { destinationChain: "arbitrum" }],
      ["equalize the nav with 500 USDC to arbitrum", SYNC],
      ["sync 500 usdc from base to arbitrum please", { ...SYNC, sourceChain: "base" }],
    ],
    wrong: [
      ["ten times as much", { ...SYNC, amount: "5000" }],
      ["no amount", { destinationChain: "arbitrum", token: "USDC" }],
      ["another token", { ...SYNC, token: "WETH" }],
      ["another destination", { ...SYNC, destinationChain: "optimism" }],
      ["another source", { ...SYNC, sourceChain: "optimism" }],
      ["a tolerance", { ...SYNC, navToleranceBps: 10_000 }],
      ["the coin", { ...SYNC, useNativeEth: true }],
      ["a choice on arrival", { ...SYNC, shouldUnwrapOnDestination: true }],
      ["a recipient", { ...SYNC, recipient: EVIL }],
    ],
    not: [
      "500 USDC were synced to arbitrum",
      "bridge 500 USDC to arbitrum",
      "is the nav in sync with arbitrum for 500 USDC",
      "create a nav sync to arbitrum with 500 USDC",
      "cancel sync 500 USDC to arbitrum",
    ],
  },
  {
    tool: "create_nav_sync",
    clear: [
      ["create a nav sync every 30 minutes", { intervalMinutes: 30 }],
      ["set up nav sync with USDT every hour", { intervalMinutes: 60, token: "USDT" }],
      ["start a nav sync", {}],
      ["please create a NAV sync in USDC hourly", { intervalMinutes: 60, token: "USDC" }],
    ],
    wrong: [
      ["faster", { intervalMinutes: 5 }],
      ["slower", { intervalMinutes: 300 }],
      ["the default", {}],
      ["another token", { intervalMinutes: 30, token: "WETH" }],
      ["a threshold", { intervalMinutes: 30, thresholdBps: 1 }],
      ["a cap", { intervalMinutes: 30, maxPerRun: "100000" }],
    ],
    not: [
      "you created a nav sync every 30 minutes",
      "cancel the nav sync every 30 minutes",
      "sync every 30 minutes",
      "list the nav sync every 30 minutes",
      "create a nav sync every 30 minutes of at most 100 USDC",
    ],
  },
  {
    tool: "cancel_nav_sync",
    clear: [
      ["cancel nav sync 3", { configId: 3 }],
      ["stop nav sync #3 please", { configId: 3 }],
      ["delete my nav sync number 3", { configId: 3 }],
      ["can you cancel NAV sync 3?", { configId: 3 }],
    ],
    wrong: [
      ["another one", { configId: 4 }],
      ["more digits", { configId: 33 }],
      ["an order's id", { id: 3 }],
      ["both", { configId: 3, id: 3 }],
      ["a vault", { configId: 3, vaultAddress: EVIL }],
      ["text in place of a number", { configId: "3" }],
    ],
    not: [
      "nav sync 3 was cancelled",
      "cancel order 3",
      "sync nav to arbitrum 3",
      "cancel nav sync 3 on arbitrum",
      "cancel nav sync 3 tomorrow",
    ],
  },
];
