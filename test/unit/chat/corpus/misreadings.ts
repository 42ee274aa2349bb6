import type { ChainId } from "../../../../schemas/chains.ts";

/**
 * Words, and a call that a model could make of them by reading them wrongly: on Base, unless
 * another chain is named.
 */
export type Misreading = {
  what: string;
  words: string;
  tool: string;
  args: Record<string, unknown>;
  chainId?: ChainId;
};

const COIN = { destinationChain: "arbitrum", token: "ETH", amount: "1" };
const USDC = { destinationChain: "arbitrum", token: "USDC", amount: "1000" };
const LP = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.5", tickRange: "+-10%" };
const FULL = { tokenA: "ETH", tokenB: "USDC", amountA: "0.5", tickRange: "full" };
const VAULT = { name: "Growth Two", symbol: "SXG" };
const STAKE = { amount: "100" };

const bridge = (
  what: string,
  words: string,
  args: Record<string, unknown> = COIN,
  chainId?: ChainId,
): Misreading => ({
  ...{ what, words, tool: "crosschain_transfer", args },
  ...(chainId !== undefined && { chainId }),
});
const pool = (what: string, words: string, args: Record<string, unknown> = LP): Misreading => ({
  ...{ what, words, tool: "add_liquidity", args },
});
const of = (
  tool: string,
  what: string,
  words: string,
  args: Record<string, unknown>,
  chainId?: ChainId,
) => ({
  ...{ what, words, tool, args },
  ...(chainId !== undefined && { chainId }),
});

const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" };
const TWAP = {
  ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100" },
  sliceCount: 5,
  intervalMinutes: 60,
};

/** None of these calls is what its words say; each is refused. */
export const MISREADINGS: readonly Misreading[] = [
  bridge("the source is the chain ETH", "bridge 1 ETH from ETH to arbitrum"),
  bridge("the chain ETH, by on", "send 1 ETH on ETH to arbitrum"),
  bridge("the chain ETH, by its network", "bridge 1 ETH from the ETH network to arbitrum"),
  bridge("the way is over ETH", "bridge 1 ETH over ETH to arbitrum"),
  bridge("the coin for the chain", "bridge 1 ETH to arbitrum on the ETH chain"),
  bridge("another chain of the request", "bridge 1000 USDC from base to arbitrum", USDC, 42161),
  bridge("the same, in lines", "bridge 1000 USDC\nto arbitrum\nfrom\nbase", USDC, 42161),
  bridge("two destinations", "bridge 1000 USDC to arbitrum and to optimism", USDC),
  bridge("a range of amounts", "bridge 1000-2000 USDC to arbitrum", USDC),
  bridge("about so much", "bridge ~1000 USDC to arbitrum", USDC),
  bridge("less than nothing", "bridge -1000 USDC to arbitrum", USDC),
  bridge("all of it", "bridge all 1000 USDC to arbitrum", USDC),
  bridge("millions", "bridge 1000m USDC to arbitrum", USDC),
  bridge("gwei", "bridge 1 gwei ETH to arbitrum"),
  bridge("a thousand of thousands", "bridge 1kk USDC to arbitrum", USDC),
  bridge("in exponents", "bridge 1e3 USDC to arbitrum", USDC),
  bridge("one or a thousand", "bridge 1.000 USDC to arbitrum", USDC),
  bridge("bridged USDC", "bridge 1000 USDC.e to arbitrum", USDC),
  bridge("another network of that name", "bridge 1000 USDC to arbitrum nova", USDC),
  bridge("a test network", "bridge 1000 USDC to arbitrum-sepolia", USDC),
  bridge("a chain as an amount", "bridge 1 USDC to ETH", { ...COIN, destinationChain: "ethereum" }),
  of("crosschain_sync", "a noun", "the sync of 500 USDC to arbitrum", { ...USDC, amount: "500" }),
  of("crosschain_sync", "what somebody does", "we sync 500 USDC to arbitrum", {
    ...USDC,
    amount: "500",
  }),

  pool("on the chain ETH", "add liquidity ETH/USDC 0.05%: 0.5 ETH, +-10% on ETH"),
  pool("a pair is no chain", "add liquidity on ETH/USDC 0.05%: 0.5 ETH, +-10%", {
    ...LP,
    chain: "ethereum",
  }),
  pool("nor with an article", "add 0.5 ETH liquidity on the ETH/USDC pool 0.05%, +-10%", {
    ...LP,
    chain: "ethereum",
  }),
  pool("nor with and", "add 0.5 ETH liquidity on ETH and USDC 0.05%, +-10%", {
    ...LP,
    chain: "ethereum",
  }),
  pool("a spread as a fee", "add liquidity ETH/USDC spread 1%, 0.5 ETH, full range", {
    ...FULL,
    fee: 10_000,
  }),
  pool("a range as a fee", "add liquidity ETH/USDC range 1%, 0.5 ETH, full range", {
    ...FULL,
    fee: 10_000,
  }),
  pool("each side as a fee", "add liquidity ETH/USDC 0.5 ETH full range, 5% either side", {
    ...FULL,
    fee: 50_000,
  }),
  pool("full, but not the range", "add the full 0.5 ETH liquidity to ETH/USDC 1%", {
    ...FULL,
    fee: 10_000,
  }),
  pool("amounts exchanged", "add liquidity ETH/USDC 0.05%: 0.5 ETH, +-10%", {
    ...LP,
    amountA: undefined,
    amountB: "0.5",
  }),
  pool("prices of the other token", "add liquidity USDC/ETH 0.05%: 0.5 ETH, 1800 to 3200", {
    ...LP,
    tickRange: "1800,3200",
  }),

  of("remove_liquidity", "what is to be left", "withdraw liquidity of position 14 to 20%", {
    ...{ tokenId: "14", liquidityAmount: "20%" },
  }),
  of("remove_liquidity", "all fees are no share", "withdraw all fees from position 14", {
    ...{ tokenId: "14", liquidityAmount: "all" },
  }),
  of("remove_liquidity", "half of the fees", "take out half of the fees of position 14", {
    ...{ tokenId: "14", liquidityAmount: "50%" },
  }),
  of(
    "remove_liquidity",
    "with out is without",
    "remove all liquidity of position 14 with out burn",
    {
      ...{ tokenId: "14", liquidityAmount: "all", burn: true },
    },
  ),
  of("remove_liquidity", "a report", "we remove 50% of position 14", {
    tokenId: "14",
    liquidityAmount: "50%",
  }),
  of("burn_position", "what somebody does", "I close position 12", { tokenId: "12" }),
  of("burn_position", "a noun", "the exit of position 12", { tokenId: "12" }),
  of("collect_lp_fees", "a part", "collect 50% fees position 12", { tokenId: "12" }),

  of(
    "refresh_oracle_feed",
    "the sides exchanged",
    "refresh the oracle feed of GRG with 0.001 ETH",
    {
      ...{ token: "GRG", tokenOut: "ETH", amountOut: "0.001" },
    },
  ),
  of("refresh_oracle_feed", "bought, not sold", "refresh the oracle feed of GRG buying 5 GRG", {
    ...{ token: "GRG", tokenIn: "GRG", amount: "5" },
  }),
  of("refresh_oracle_feed", "sold, not bought", "refresh the oracle feed of GRG selling 5 GRG", {
    ...{ token: "GRG", tokenOut: "GRG", amountOut: "5" },
  }),
  of(
    "refresh_oracle_feed",
    "sold for so much",
    "refresh the oracle feed, selling GRG for 0.001 ETH",
    {
      ...{ token: "GRG", tokenIn: "ETH", amount: "0.001" },
    },
  ),

  of("refresh_oracle_feed", "the other one is used", "update the oracle using GRG for 0.001 ETH", {
    ...{ token: "GRG", tokenIn: "ETH", amount: "0.001" },
  }),
  of("refresh_oracle_feed", "a price to come to", "update the oracle price of GRG to 5 GRG", {
    ...{ token: "GRG", tokenIn: "GRG", amount: "5" },
  }),
  of("refresh_oracle_feed", "a price behind the token", "update price feed GRG 5", {
    token: "GRG",
    amount: "5",
  }),

  of("fund_pool", "tokens to get, not to pay", "buy 100 vault tokens", { amount: "100" }),
  of("fund_pool", "shares to get", "buy 100 vault shares", { amount: "100" }),
  of("fund_pool", "so many of them", "invest 100 of the vault tokens", { amount: "100" }),
  of("fund_pool", "on the chain ETH", "fund the vault with 1 ETH on ETH", {
    amount: "1",
    token: "ETH",
  }),

  of(
    "deploy_smart_pool",
    "in base",
    "create a vault named Growth Two, symbol SXG, in base",
    VAULT,
    42161,
  ),
  of(
    "deploy_smart_pool",
    "a base vault",
    "create a base vault named Growth Two, symbol SXG",
    VAULT,
    42161,
  ),
  of(
    "deploy_smart_pool",
    "the name goes on",
    "create a vault named Growth Two and Three, symbol SXG",
    VAULT,
  ),

  of("gov_stake", "a noun", "my stake of 100 GRG", STAKE),
  of("gov_stake", "what somebody does", "we stake 100 GRG", STAKE),
  of("gov_stake", "what somebody likes", "we like to stake 100 GRG", STAKE),
  of("gov_stake", "another chain, in", "stake 100 GRG in optimism", STAKE),
  of("gov_stake", "another chain, via", "stake 100 GRG via optimism", STAKE),
  of("gov_stake", "another chain, in brackets", "stake 100 GRG on: (optimism)", STAKE),
  of("gov_stake", "a share", "stake 100% of my GRG", STAKE),
  of("gov_claim_rewards", "what somebody does", "we claim the staking rewards", {}),
  of("gov_end_epoch", "a noun", "the end of the staking epoch", {}),

  of("create_nav_sync", "a report", "we set up a nav sync every 30 minutes", {
    intervalMinutes: 30,
  }),
  of("create_nav_sync", "a report without more", "I set up the nav sync", {}),
  of("create_nav_sync", "every other", "create a nav sync every other hour", {
    intervalMinutes: 60,
  }),
  of("cancel_nav_sync", "what somebody does", "we cancel nav sync 3", { configId: 3 }),
  of("perp_b_limit_order", "what is to be left", "trim my ETH position to 20% on Hyperliquid", {
    ...{ coin: "ETH", reduceOnly: true, size: "20%" },
  }),
  of(
    "perp_b_limit_order",
    "what is to be left of a long",
    "reduce my ETH long to 20% on Hyperliquid",
    {
      ...{ coin: "ETH", reduceOnly: true, size: "20%", side: "sell" },
    },
  ),
  of(
    "perp_b_limit_order",
    "what it comes to",
    "reduce my ETH position size to $500 on Hyperliquid",
    {
      ...{ coin: "ETH", reduceOnly: true, notionalUsd: "500" },
    },
  ),
  of(
    "perp_b_limit_order",
    "what it comes to, behind",
    "reduce my ETH position to $500 size on Hyperliquid",
    {
      ...{ coin: "ETH", reduceOnly: true, notionalUsd: "500" },
    },
  ),
  of("perp_b_limit_order", "what it grows to", "increase long ETH size to $500 on Hyperliquid", {
    ...{ coin: "ETH", side: "buy", notionalUsd: "500" },
  }),
  of("perp_b_limit_order", "an order is closed, no position", "close my ETH order on Hyperliquid", {
    ...{ coin: "ETH", close: true },
  }),
  of("perp_b_deposit", "the way back", "deposit 100 USDC from Hyperliquid into the vault", {
    amount: "100",
  }),
  of("perp_b_deposit", "the way back, by fund", "fund the vault with 100 USDC from Hyperliquid", {
    amount: "100",
  }),
  of("perp_b_spot_send", "the way there", "withdraw 100 USDC from spot to Hyperliquid", {
    amount: "100",
  }),

  // Of the tools before these, which act at once where the mode is autonomous.
  of(
    "build_vault_swap",
    "the chain ETH, by its network",
    "swap 100 USDC to ETH on the ETH network",
    SWAP,
  ),
  of(
    "build_vault_swap",
    "the chain ETH, by its chain",
    "swap 100 USDC to ETH in the ETH chain",
    SWAP,
  ),
  of("build_vault_swap", "what somebody does", "we sell 100 USDC for ETH", SWAP),
  of("build_vault_swap", "a noun", "the sell of 100 USDC for ETH", SWAP),
  of(
    "create_twap_order",
    "the chain ETH",
    "sell 100 USDC for ETH in 5 parts every hour on the ETH network",
    TWAP,
  ),
  of(
    "create_twap_order",
    "what somebody does",
    "we sell 100 USDC for ETH in 5 parts every hour",
    TWAP,
  ),
  of("cancel_twap_order", "what somebody does", "we cancel order 3", { id: 3 }),
  of("cancel_nav_sync", "several", "cancel nav syncs 3, 4 and 5", { configId: 3 }),
];

/** Beside them, on Base: the same tools in words that do mean the call. */
export const READINGS: readonly Misreading[] = [
  bridge("thousands in blanks", "bridge 1 000 USDC to arbitrum", USDC),
  bridge("a thousand, of dollars", "bridge 1,000 USDC to arbitrum", USDC),
  bridge("the coin to its chain", "bridge 1 ETH to ETH", { ...COIN, destinationChain: "ethereum" }),
  bridge("the coin from its chain", "send 1 ETH from the ETH network to arbitrum", {
    ...COIN,
    sourceChain: "ethereum",
  }),
  pool("the chain named", "add liquidity on the ETH/USDC 0.05% pool: 0.5 ETH, +-10%, on ETH", {
    ...LP,
    chain: "ethereum",
  }),
  pool("a pair behind to", "add 0.5 ETH liquidity to ETH/USDC 0.05%, +-10%"),
  pool("range before full", "add liquidity ETH/USDC 1%, 0.5 ETH, range full", {
    ...FULL,
    fee: 10_000,
  }),
  of("refresh_oracle_feed", "bought", "refresh the oracle feed of GRG buying 5 GRG", {
    ...{ token: "GRG", tokenOut: "GRG", amountOut: "5" },
  }),
  of("fund_pool", "the base token unsaid", "fund the vault with 100", { amount: "100" }),
  of(
    "deploy_smart_pool",
    "on base",
    "please create a vault named Growth Two, symbol SXG on base",
    VAULT,
  ),
  of("build_vault_swap", "the chain named", "swap 100 USDC to ETH on the ETH network", {
    ...SWAP,
    chain: "ethereum",
  }),
  of(
    "build_vault_swap",
    "the request's chain named",
    "swap 100 USDC to ETH on the base chain",
    SWAP,
  ),
  of("build_vault_swap", "wished", "we want to sell 100 USDC for ETH", SWAP),
  of("perp_b_limit_order", "by so much", "reduce my ETH position by 20% on Hyperliquid", {
    ...{ coin: "ETH", reduceOnly: true, size: "20%" },
  }),
  of(
    "perp_b_limit_order",
    "by a market order",
    "close my ETH position with a market order on Hyperliquid",
    {
      ...{ coin: "ETH", close: true, orderType: "market" },
    },
  ),
  of("gov_unstake", "of the stake", "withdraw 50 GRG of the stake", { amount: "50" }),
  of("gov_stake", "wished", "I would like to stake 100 GRG", STAKE),
  of("create_nav_sync", "ordered", "ok please set up a nav sync hourly", { intervalMinutes: 60 }),
  // Odd, but all of the call is said: the card says what was not used.
  bridge("a noun", "the 1000 USDC transfer to arbitrum", USDC),
  bridge("what is wanted for it", "I need 1000 USDC to transfer to arbitrum", USDC),
  bridge("a wish for the money", "i would like 1000 USDC in the vault to move to arbitrum", USDC),
  of("gov_stake", "a noun behind", "my 100 GRG stake on base", STAKE),
  of("gov_stake", "what is wanted for it", "i need 100 GRG to stake", STAKE),
  of("gov_undelegate_stake", "to stake it", "undelegate 50 GRG to stake", { amount: "50" }),
  of("gov_unstake", "to stake it", "withdraw 50 GRG to stake", { amount: "50" }),
  of("gov_unstake", "to stake it, in two", "withdraw 50 GRG, I want to stake", { amount: "50" }),
];
