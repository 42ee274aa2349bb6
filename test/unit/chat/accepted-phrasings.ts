import type { FastPathCall } from "../../../src/chat/fast-path/read-command.ts";

type Tool = FastPathCall["tool"];
/**
 * What an operator on Base types, and the call it is: tool, arguments, and the chain where the tool
 * has no argument for it.
 */
export type AcceptedPhrasing = [
  text: string,
  tool: Tool,
  args: Record<string, unknown>,
  chainId?: number | undefined,
];

const WETH = "0x4200000000000000000000000000000000000006";
const STRANGE = "0x1111111111111111111111111111111111111111";

const list = (text: string, chainId?: number): AcceptedPhrasing => [
  text,
  "list_twap_orders",
  {},
  chainId,
];
const cancel = (text: string, id: number, chainId?: number): AcceptedPhrasing => [
  text,
  "cancel_twap_order",
  { id },
  chainId,
];
const fifth = {
  side: "sell",
  sellToken: "ETH",
  buyToken: "USDC",
  totalAmount: "1",
  sliceAmount: "0.2",
};
const twap = (text: string, more: Record<string, unknown> = {}): AcceptedPhrasing => [
  text,
  "create_twap_order",
  { ...fifth, intervalMinutes: 10, ...more },
];
const ethToUsdc = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const swap = (text: string, args: Record<string, unknown>): AcceptedPhrasing => [
  text,
  "build_vault_swap",
  args,
];
const quote = (text: string, args: Record<string, unknown>): AcceptedPhrasing => [
  text,
  "get_swap_quote",
  args,
];

/** Written by hand from the spec ("TWAP tools") and decision D55. */
export const ACCEPTED: readonly AcceptedPhrasing[] = [
  // The issue's own sentence: one token alone is for the chain's USDC.
  twap("sell 1 ETH in 5 slices of 0.2 every 10 minutes"),
  twap("sell 1 ETH, 0.2 at a time every 10 minutes"),
  twap("sell 1 eth in 5 slices every 10 minutes on base", {
    sellToken: "eth",
    sliceAmount: undefined,
    sliceCount: 5,
    chain: "base",
  }),
  twap("buy 1 ETH in 5 slices of 0.2 every 10 minutes", {
    side: "buy",
    sellToken: "USDC",
    buyToken: "ETH",
  }),
  twap("twap sell 1 ETH 0.2 at a time every 10 minutes"),
  // Execution by the agent wallet is asked for in words.
  twap("sell 1 ETH in 5 slices of 0.2 every 10 minutes automatically", { autoExecute: true }),
  twap("sell 1 ETH for USDC automatically, 0.2 at a time, every 10 minutes", { autoExecute: true }),
  // The spec's patterns: "every N minutes" and "X at a time".
  twap("sell 1 ETH for USDC 0.2 at a time every 10 minutes"),
  twap("sell 1 ETH for USDC every 10 minutes 0.2 at a time"),
  twap("sell 1 ETH for USDC, 0.2 at a time, every 10 minutes"),
  twap("sell 1 ETH for USDC, 0.2 ETH at a time, every 10 minutes."),
  twap("sell 1 ETH, 0.2 at a time, every 10 minutes, for USDC"),
  twap("every 10 minutes sell 1 ETH for USDC 0.2 at a time"),
  twap("0.2 at a time sell 1 ETH for USDC every 10 minutes"),
  twap("Every 10 minutes, 0.2 ETH at a time, please sell 1 ETH for USDC."),
  twap("sell every 10 minutes 1 ETH for USDC 0.2 at a time"),
  twap("sell 0.2 at a time 1 ETH every 10 minutes for USDC"),
  twap("create a twap every 10 minutes to sell 1 ETH for USDC 0.2 at a time"),
  twap("on base, every 10 minutes, sell 1 ETH for USDC automatically, 0.2 at a time", {
    chain: "base",
    autoExecute: true,
  }),
  twap("Sell 1 ETH to USDC 0.2 at a time every 10 min"),
  twap("SELL 1 ETH INTO USDC 0.2 AT A TIME EVERY 10 MINS"),
  twap("swap 1 ETH for USDC 0.2 eth at a time every 10 minutes"),
  twap("convert 1 ETH into USDC 0.2 at a time every 10 minutes"),
  twap("please sell 1 ETH for USDC 0.2 at a time every 10 minutes, thanks!"),
  twap("sell 1 eth for usdc 0.2 at a time every 10 minutes", {
    sellToken: "eth",
    buyToken: "usdc",
  }),
  twap("sell 1.0 ETH for USDC 0.20 at a time every 10 minutes", {
    totalAmount: "1.0",
    sliceAmount: "0.20",
  }),
  // The last slice is smaller (decision D36): no disagreement, as no number of slices was said.
  twap("sell 1 ETH for USDC 0.3 at a time every 10 minutes", { sliceAmount: "0.3" }),
  twap("sell 1 ETH for USDC 0.2 at a time every 5 minutes", { intervalMinutes: 5 }),
  twap("sell 1 ETH for USDC 0.2 at a time every 43200 minutes", { intervalMinutes: 43_200 }),
  // Slices.
  twap("sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes"),
  twap("sell 1 ETH in 5 slices of 0.2 every 10 minutes for USDC"),
  twap("sell 1 ETH in 5 slices of 0.2 ETH each every 10 minutes for USDC"),
  twap("sell 1 ETH for USDC in slices of 0.2 every 10 minutes"),
  twap("sell 1 ETH for USDC split into 5 parts of 0.2 every 10 minutes"),
  twap("sell 1 ETH for USDC into 5 chunks of 0.2 each, every 10 minutes"),
  twap("sell 1 ETH for USDC every 10 minutes in 5 slices of 0.2"),
  twap("sell 1 ETH for USDC in 6 slices every 10 minutes", {
    sliceAmount: undefined,
    sliceCount: 6,
  }),
  twap("sell 1 ETH split in 6 tranches for USDC every 10 minutes", {
    sliceAmount: undefined,
    sliceCount: 6,
  }),
  twap("twap sell 1 ETH for USDC 0.2 at a time every 10 minutes"),
  twap("create a twap to sell 1 ETH for USDC 0.2 at a time every 10 minutes"),
  twap("create a new TWAP order to sell 1 ETH for USDC 0.2 at a time every 10 minutes"),
  twap("place twap order sell 1 ETH for USDC 0.2 at a time every 10 minutes"),
  // Places.
  twap("sell 1 ETH for USDC 0.2 at a time every 10 minutes on base", { chain: "base" }),
  twap("sell 1 ETH for USDC on arbitrum 0.2 at a time every 10 minutes via 0x", {
    chain: "arbitrum",
    dex: "0x",
  }),
  twap("sell 1 ETH for USDC on uniswap on optimism, 0.2 at a time every 10 minutes", {
    chain: "optimism",
    dex: "uniswap",
  }),
  // Buying: the total and the slice are of the bought token.
  twap("buy 500 USDC with ETH, 100 at a time every 15 minutes", {
    side: "buy",
    totalAmount: "500",
    sliceAmount: "100",
    intervalMinutes: 15,
  }),
  twap("buy 500 USDC using ETH, 100 USDC at a time every 15 minutes using uniswap", {
    side: "buy",
    totalAmount: "500",
    sliceAmount: "100",
    intervalMinutes: 15,
    dex: "uniswap",
  }),

  list("list twap orders"),
  list("List TWAP orders."),
  list("list strategies"),
  list("list my twap orders"),
  list("list all my twap orders"),
  list("show me my strategies"),
  list("show twaps"),
  list("view the twap orders please"),
  list("hello, list strategies"),
  list("hi list twap orders"),
  list("  list\ttwap  orders\n"),
  list("list twap orders on arbitrum", 42161),
  list("list strategies on op", 10),

  cancel("cancel twap 3", 3),
  cancel("Cancel TWAP #3", 3),
  cancel("cancel twap order 12", 12),
  cancel("cancel twap order #12!", 12),
  cancel("cancel twap order id 12", 12),
  cancel("please cancel twap 3.", 3),
  cancel("cancel twap 3 plz", 3),
  cancel("cancel twap 3, please", 3),
  cancel("cancel twap ٣", 3),
  cancel("cancel twap १२", 12),
  cancel("cancel twap １２", 12),
  cancel("cancel twap 3 on ethereum", 3, 1),
  cancel("cancel twap 3 on arb", 3, 42161),
  cancel("cancel twap 3 on chain 137", 3, 137),
  cancel("cancel all twap orders", 0),
  cancel("cancel all my twap orders", 0),
  cancel("cancel all active twap orders", 0),
  cancel("cancel all twaps", 0),
  cancel("cancel all twap", 0),
  cancel("cancel all twap orders on base", 0, 8453),
  ["pause twap 4", "pause_twap_order", { id: 4 }],
  ["pause twap 4 on polygon", "pause_twap_order", { id: 4 }, 137],
  ["resume twap 4", "resume_twap_order", { id: 4 }],
  ["resume twap order 4 please", "resume_twap_order", { id: 4 }],

  ["enable swap shield", "enable_swap_shield", {}],
  ["Enable the Swap Shield", "enable_swap_shield", {}],
  ["turn on swap shield", "enable_swap_shield", {}],
  ["turn my swap shield on", "enable_swap_shield", {}],
  ["disable swap shield", "disable_swap_shield", {}],
  ["turn off the swap shield", "disable_swap_shield", {}],
  ["turn swap shield off", "disable_swap_shield", {}],

  ["set up delegation", "setup_delegation", {}],
  ["setup delegation", "setup_delegation", {}],
  ["please set up the delegation on arbitrum", "setup_delegation", { chain: "arbitrum" }],
  ["revoke delegation", "revoke_delegation", {}],
  ["revoke my delegation", "revoke_delegation", {}],
  ["freeze vault", "freeze_vault", {}],
  ["freeze my vault!", "freeze_vault", {}],

  ["switch to arbitrum", "switch_chain", { chain: "arbitrum" }],
  ["switch to Base.", "switch_chain", { chain: "base" }],
  ["switch chain to op", "switch_chain", { chain: "optimism" }],
  ["switch network to bnb", "switch_chain", { chain: "bsc" }],
  ["switch to polygon network", "switch_chain", { chain: "polygon" }],
  ["switch to chain 10", "switch_chain", { chain: "optimism" }],
  ["switch to unichain", "switch_chain", { chain: "unichain" }],

  swap("swap 1 ETH for USDC", ethToUsdc),
  swap("swap 1 ETH to USDC", ethToUsdc),
  swap("sell 1 ETH for USDC", ethToUsdc),
  swap("Sell 1 ETH into USDC!", ethToUsdc),
  swap("convert 1 ETH to USDC", ethToUsdc),
  swap("exchange 1 ETH for USDC", ethToUsdc),
  swap("trade 1 ETH for USDC", ethToUsdc),
  swap("hey, please swap 1 ETH for USDC, thx", ethToUsdc),
  swap("swap 0.000001 cbBTC for usdc", {
    tokenIn: "cbBTC",
    tokenOut: "usdc",
    amountIn: "0.000001",
  }),
  swap("swap 1 ETH for USDC on base", { ...ethToUsdc, chain: "base" }),
  swap("swap 1 ETH for USDC on arbitrum", { ...ethToUsdc, chain: "arbitrum" }),
  swap("swap 1 ETH for USDC on eth", { ...ethToUsdc, chain: "ethereum" }),
  swap("swap 1 ETH for USDC on base chain", { ...ethToUsdc, chain: "base" }),
  swap("swap 1 ETH for USDC on chain 8453", { ...ethToUsdc, chain: "base" }),
  swap("swap 1 ETH for USDC on chain id 8453", { ...ethToUsdc, chain: "base" }),
  swap("swap 1 ETH for USDC via 0x", { ...ethToUsdc, dex: "0x" }),
  swap("swap 1 ETH for USDC on uniswap", { ...ethToUsdc, dex: "uniswap" }),
  swap("swap 1 ETH for USDC through Uniswap on Base", {
    ...ethToUsdc,
    dex: "uniswap",
    chain: "base",
  }),
  swap("swap 1 ETH for USDC on base using 0x", { ...ethToUsdc, dex: "0x", chain: "base" }),
  swap("swap 1 ETH for USDC via aggregator", { ...ethToUsdc, dex: "0x" }),
  swap("swap 1 ETH for USDC on pool_dex", { ...ethToUsdc, dex: "uniswap" }),
  swap("swap 1 ETH on base for USDC", { ...ethToUsdc, chain: "base" }),
  swap("swap 100 USDC to ARB on arbitrum", {
    tokenIn: "USDC",
    tokenOut: "ARB",
    amountIn: "100",
    chain: "arbitrum",
  }),
  swap("sell 5 BNB for USDT on bsc", {
    tokenIn: "BNB",
    tokenOut: "USDT",
    amountIn: "5",
    chain: "bsc",
  }),
  swap("buy 1 ETH with USDC", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" }),
  swap("buy 1 ETH using USDC", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" }),
  swap("buy 1 ETH for USDC via 0x", {
    tokenIn: "USDC",
    tokenOut: "ETH",
    amountOut: "1",
    dex: "0x",
  }),
  swap("buy ETH with 100 USDC", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" }),
  swap("buy ETH using 100.5 USDC on uniswap", {
    tokenIn: "USDC",
    tokenOut: "ETH",
    amountIn: "100.5",
    dex: "uniswap",
  }),
  swap(`swap 1 ETH for ${STRANGE}`, { tokenIn: "ETH", tokenOut: STRANGE, amountIn: "1" }),
  swap(`buy 2 ${STRANGE} with USDC`, { tokenIn: "USDC", tokenOut: STRANGE, amountOut: "2" }),
  swap(`swap 3 ${WETH} for USDC`, { tokenIn: WETH, tokenOut: "USDC", amountIn: "3" }),

  quote("quote 1 ETH to USDC", ethToUsdc),
  quote("quote 1 ETH into USDC", ethToUsdc),
  quote("quote for 1 ETH to USDC on base", { ...ethToUsdc, chain: "base" }),
  quote("quote swap 1 ETH for USDC", ethToUsdc),
  quote("get a quote for selling 1 ETH for USDC", ethToUsdc),
  quote("give me a quote to sell 1 ETH for USDC via uniswap", { ...ethToUsdc, dex: "uniswap" }),
  quote("get quote for swapping 1 ETH to USDC", ethToUsdc),
  quote("quote buying 1 ETH with USDC", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" }),
  quote("get me a quote for buying ETH with 100 USDC", {
    tokenIn: "USDC",
    tokenOut: "ETH",
    amountIn: "100",
  }),
];
