import { zeroAddress } from "viem";
import { SWAP_ROWS } from "./swap-rows.ts";
import type { ToolRow } from "./tool-row.ts";

const GRG = "0x09188484e1ab980daef53a9755241d759c5b7d60";
const PAIR = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.1" };
const POOL = ["pool.currency0", "pool.currency1", "pool.fee", "pool.tickSpacing", "pool.hooks"];
const ADDED = ["liquidity", "amount0MaxBase", "amount1MaxBase", "sweptTo", "deadlineSec"];
const TAKEN = [
  "tokenId",
  "amount0MinBase",
  "amount1MinBase",
  "currency0",
  "currency1",
  "recipient",
  "deadlineSec",
];
const DEPOSIT = [
  ...[
    "opType",
    "depositor",
    "recipient",
    "inputToken",
    "outputToken",
    "inputAmountBase",
    "outputAmountBase",
  ],
  ...[
    "destinationChainId",
    "exclusiveRelayer",
    "quoteTimestampSec",
    "fillDeadlineSec",
    "exclusivityDeadlineSec",
  ],
  ...["navToleranceBps", "sourceNativeAmountBase", "shouldUnwrap"],
];
const changed = (index: number) =>
  ["delegated", "selector", "isDelegated"].map((name) => `changes.${index}.${name}`);
const toPolygon = { destinationChain: "polygon", token: "USDC" };

const AT_VENUE = { context: { chainId: 999 } } as const;
/**
 * The arguments of an action of CoreWriter stand behind its four bytes: so many words, and the two
 * before them.
 */
const ofAction = (count: number) => ({
  words: [
    [0, 3, 0],
    [2, 2 + count, 4],
  ] as const,
});

const AT_GMX = { context: { chainId: 42161 } } as const;
const ETH_LONG = { market: "ETH", isLong: true };
const GMX_ORDER = [
  ...[
    "receiver",
    "cancellationReceiver",
    "callbackContract",
    "uiFeeReceiver",
    "market",
    "collateralToken",
  ],
  ...[
    "sizeDeltaUsd",
    "collateralDeltaBase",
    "triggerPrice",
    "acceptablePrice",
    "executionFeeWei",
    "callbackGasLimit",
  ],
  ...[
    "minOutputBase",
    "validFromSec",
    "orderType",
    "decreasePositionSwapType",
    "isLong",
    "shouldUnwrapNativeToken",
  ],
  ...["autoCancel", "referralCode", "kind"],
];
const OWN_ORDER = `0x${"ab".repeat(32)}`;

/** A row or more of each transaction tool, what a NAV sync sends included. */
export const TOOL_ROWS: readonly ToolRow[] = [
  ...SWAP_ROWS,
  {
    tool: "perp_a_increase_position",
    what: "a long",
    args: { ...ETH_LONG, collateralAmount: "500", leverage: "2" },
    names: GMX_ORDER,
    ...AT_GMX,
  },
  {
    tool: "perp_a_decrease_position",
    what: "half of it",
    args: { ...ETH_LONG, sizeDeltaUsd: "50%" },
    names: GMX_ORDER,
    ...AT_GMX,
  },
  {
    tool: "perp_a_decrease_position",
    what: "a stop loss",
    args: { ...ETH_LONG, orderType: "stop_loss", triggerPrice: "2300" },
    names: GMX_ORDER,
    ...AT_GMX,
  },
  {
    tool: "perp_a_cancel_order",
    what: "its own",
    args: { orderKey: OWN_ORDER },
    names: ["orderKey", "kind"],
    ...AT_GMX,
  },
  {
    tool: "perp_a_update_order",
    what: "a take profit",
    args: { orderKey: OWN_ORDER, triggerPrice: "2800" },
    names: [
      ...[
        "orderKey",
        "sizeDeltaUsd",
        "acceptablePrice",
        "triggerPrice",
        "minOutputBase",
        "validFromSec",
        "autoCancel",
      ],
      "kind",
    ],
    ...AT_GMX,
  },
  {
    tool: "perp_a_claim_funding_fees",
    what: "of both sides",
    args: {},
    names: ["markets.0", "markets.1", "tokens.0", "tokens.1", "receiver", "kind"],
    ...AT_GMX,
  },
  {
    tool: "perp_b_deposit",
    what: "USDC",
    args: { amount: "250" },
    names: ["amountBase", "kind"],
    ...AT_VENUE,
  },
  {
    tool: "perp_b_limit_order",
    what: "an order",
    args: { coin: "ETH", side: "buy", size: "0.1", price: "2900", cloid: `0x${"1d".repeat(16)}` },
    names: ["asset", "isBuy", "limitPriceE8", "sizeE8", "reduceOnly", "tif", "cloid", "kind"],
    ...AT_VENUE,
    ...ofAction(7),
  },
  {
    tool: "perp_b_cancel_order",
    what: "by number",
    args: { coin: "ETH", orderId: 4_711 },
    names: ["asset", "oid", "kind"],
    ...AT_VENUE,
    ...ofAction(2),
  },
  {
    tool: "perp_b_cancel_order",
    what: "by its own id",
    args: { coin: "ETH", cloid: `0x${"5c".repeat(16)}` },
    names: ["asset", "cloid", "kind"],
    ...AT_VENUE,
    ...ofAction(2),
  },
  {
    tool: "perp_b_usd_class_transfer",
    what: "to the spot account",
    args: { amount: "100" },
    names: ["amountBase", "kind"],
    ...AT_VENUE,
    ...ofAction(2),
  },
  {
    tool: "perp_b_spot_send",
    what: "back to the vault",
    args: { amount: "100" },
    names: ["amountE8", "kind"],
    ...AT_VENUE,
    ...ofAction(3),
  },
  {
    tool: "setup_delegation",
    what: "all that is missing",
    args: { scopes: ["liquidity"] },
    names: [...changed(0), ...changed(1), ...changed(2), "changes.3"],
  },
  { tool: "revoke_delegation", what: "everything", args: {}, names: ["agent", "kind"] },
  {
    tool: "revoke_selectors",
    what: "two methods",
    args: { selectors: ["wrapETH", "execute"] },
    names: [...changed(0), ...changed(1), "changes.2"],
  },
  {
    tool: "deploy_smart_pool",
    what: "a vault",
    args: { name: "Sextant Growth", symbol: "SXG", baseToken: "USDC" },
    context: { vault: zeroAddress },
    names: ["name", "symbol", "baseToken"],
  },
  {
    tool: "fund_pool",
    what: "two approvals, a purchase",
    args: { amount: "100" },
    names: ["spender", "amountBase", "recipient", "amountInBase", "minOutBase"],
  },
  {
    tool: "redeem_pool",
    what: "a part",
    args: { amount: "10" },
    names: ["amountInBase", "minOutBase"],
  },
  {
    tool: "add_liquidity",
    what: "a new position",
    args: { ...PAIR, tickRange: "+-20%" },
    names: [...POOL.slice(1), ...ADDED, "tickLower", "tickUpper", "recipient"],
    // Another coin as currency0 is not swept: the call is of no kind at all.
    together: [
      { words: [12, 26], kind: "one more" },
      { words: [13, 27], kind: "an attacker's address" },
    ],
  },
  {
    tool: "add_liquidity",
    what: "more of a position",
    args: { ...PAIR, tickRange: "ticks:-210000,-190000" },
    names: [...ADDED, "tokenId", "currency1"],
  },
  {
    tool: "add_liquidity",
    what: "a pool's opening",
    args: { ...PAIR, fee: 3_000, tickRange: "+-20%" },
    names: [...POOL, "sqrtPriceX96"],
  },
  {
    tool: "remove_liquidity",
    what: "half of a position",
    args: { tokenId: "14", liquidityAmount: "50%" },
    names: [...TAKEN, "liquidity"],
  },
  { tool: "collect_lp_fees", what: "fees", args: { tokenId: "14" }, names: [...TAKEN, "kind"] },
  { tool: "burn_position", what: "all of it", args: { tokenId: "14" }, names: TAKEN },
  {
    tool: "refresh_oracle_feed",
    what: "the coin for a token",
    args: { token: GRG, amount: "0.001" },
    names: [
      ...["fee", "tickSpacing", "hooks"].map((name) => `legs.0.pools.0.${name}`),
      ...[
        "tokenOut",
        "amountInBase",
        "amountOutMinBase",
        "leftInRouter.0",
        "payments.0",
        "deadlineSec",
      ],
    ],
    together: [
      { words: [24, 30], kind: "one more" },
      { words: [25, 33], kind: "zeroed" },
      { words: [19, 32], kind: "an attacker's address" },
    ],
    harmless: {
      "the most that is paid stands twice, and the exact amount of the swap holds": [
        ...["30: one more", "30: an attacker's address", "30: all ones"],
      ],
      "the minimum stands twice, and the other one holds": ["25: zeroed", "33: zeroed"],
    },
  },
  { tool: "gov_stake", what: "an amount", args: { amount: "100" }, names: ["amountBase"] },
  {
    tool: "gov_undelegate_stake",
    what: "an amount",
    args: { amount: "50" },
    names: ["amountBase"],
  },
  { tool: "gov_unstake", what: "an amount", args: { amount: "50" }, names: ["amountBase"] },
  { tool: "gov_claim_rewards", what: "all rewards", args: {}, names: ["kind"] },
  { tool: "gov_end_epoch", what: "its end, finalization", args: {}, names: ["poolId"] },
  {
    tool: "crosschain_transfer",
    what: "a token",
    args: { ...toPolygon, amount: "1000" },
    names: DEPOSIT,
  },
  {
    tool: "crosschain_transfer",
    what: "the coin",
    args: { destinationChain: "arbitrum", token: "ETH", amount: "1" },
    names: DEPOSIT,
  },
  {
    tool: "crosschain_sync",
    what: "a token",
    args: { ...toPolygon, amount: "500" },
    names: DEPOSIT,
  },
  {
    tool: "crosschain_sync",
    what: "the coin",
    args: { destinationChain: "arbitrum", token: "WETH", useNativeEth: true, amount: "1" },
    names: DEPOSIT,
  },
  {
    tool: "crosschain_sync",
    what: "a run of create_nav_sync",
    args: { ...toPolygon, amount: "500" },
    context: { executionMode: "delegated", amountBase: 500_000_000n, signedForm: undefined },
    names: DEPOSIT,
  },
];
