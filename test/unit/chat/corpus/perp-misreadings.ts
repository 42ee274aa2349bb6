import type { Misreading } from "./misreadings.ts";

const LONG = { coin: "ETH", side: "buy", size: "1" };
const CLOSE = { coin: "ETH", side: "sell", close: true };

const order = (what: string, words: string, args: Record<string, unknown> = LONG): Misreading => ({
  ...{ what, words, tool: "perp_b_limit_order", args },
});
const of = (
  tool: string,
  what: string,
  words: string,
  args: Record<string, unknown>,
): Misreading => ({
  ...{ what, words, tool, args },
});

const GMX = { market: "ETH", isLong: true };
const BACKED = { ...GMX, collateral: "USDC", collateralAmount: "500" };
const STOP = { ...GMX, orderType: "stop_loss", triggerPrice: "2500" };
const into = (what: string, words: string, args: Record<string, unknown>): Misreading =>
  of("perp_a_increase_position", what, words, args);
const out = (what: string, words: string, args: Record<string, unknown> = GMX): Misreading =>
  of("perp_a_decrease_position", what, words, args);

/** None of these calls is what its words say; each is refused. */
export const PERP_MISREADINGS: readonly Misreading[] = [
  order("a leverage as a size", "long 5x ETH on hyperliquid", { ...LONG, size: "5" }),
  order("a leverage as a price", "long 1 ETH at 5x on hyperliquid", { ...LONG, price: "5" }),
  order("a leverage that nobody can set", "long 1 ETH on hyperliquid at 3000 with 5x", {
    ...LONG,
    price: "3000",
  }),
  order("collateral as a size", "long ETH on hyperliquid with $500", {
    coin: "ETH",
    side: "buy",
    notionalUsd: "500",
  }),
  order("collateral as a size, named", "long ETH on hyperliquid, $500 collateral", {
    ...{ coin: "ETH", side: "buy", notionalUsd: "500" },
  }),
  order("collateral in the coin as a size", "long ETH on hyperliquid with 1 ETH"),
  order("dollars behind the coin: a price or a size", "long ETH $500 on hyperliquid", {
    ...{ coin: "ETH", side: "buy", notionalUsd: "500" },
  }),
  order("dollars for it: a price or a size", "long ETH for $500 on hyperliquid", {
    ...{ coin: "ETH", side: "buy", notionalUsd: "500" },
  }),
  order("a price as a size", "long ETH on hyperliquid at $3000", {
    coin: "ETH",
    side: "buy",
    notionalUsd: "3000",
  }),
  order("a size as a price", "long 3000 ETH on hyperliquid", { ...LONG, price: "3000" }),
  order("a bare figure", "long ETH 1 on hyperliquid"),
  order("a price in the coin", "sell ETH on hyperliquid at 1 ETH", {
    ...{ coin: "ETH", side: "sell" },
    price: "1",
  }),
  order("a target as a step", "reduce my ETH long to 1 ETH on hyperliquid", {
    ...{ coin: "ETH", side: "sell", size: "1", reduceOnly: true },
  }),
  order("a share of an entry", "long 50% ETH on hyperliquid", { ...LONG, size: "50%" }),
  order("half a coin", "close half ETH on hyperliquid", { coin: "ETH", close: true, size: "50%" }),
  order("a long that is enlarged, not closed", "close my ETH long on hyperliquid", {
    ...CLOSE,
    side: "buy",
  }),
  order("a long that is opened, not closed", "close 1 ETH long on hyperliquid"),
  order("the side of the position left out", "close my ETH long on hyperliquid", {
    coin: "ETH",
    close: true,
  }),
  order("a short for a long", "close my ETH short on hyperliquid", CLOSE),
  order("all for a half", "close half of my ETH long on hyperliquid", CLOSE),
  order("two deeds", "close my ETH long on hyperliquid and short 1 ETH", CLOSE),
  order("sold to be long", "sell 1 ETH long on hyperliquid", { ...LONG, side: "sell" }),
  order("both sides", "long or short 1 ETH on hyperliquid"),
  order("a stop", "sell 1 ETH on hyperliquid at stop 2700", {
    ...LONG,
    side: "sell",
    price: "2700",
  }),
  order("a take profit", "take profit on 1 ETH on hyperliquid at 3500", {
    ...CLOSE,
    size: "1",
    price: "3500",
  }),
  order("two prices", "long 1 ETH on hyperliquid at 2900-3000", { ...LONG, price: "2900" }),
  order("two orders", "long 1 ETH on hyperliquid at 2900 and 1 ETH at 2800", {
    ...LONG,
    price: "2900",
  }),
  order("two venues", "long 1 ETH on hyperliquid and gmx"),
  order("no venue", "long 1 ETH"),
  order("another venue's words", "long 1 ETH on gmx"),
  order("a spot trade elsewhere", "buy 1 ETH on uniswap"),
  order("a market order at a price", "market buy 1 ETH on hyperliquid at 3000", {
    ...LONG,
    price: "3000",
  }),
  order("a limit without its price", "limit buy 1 ETH on hyperliquid"),
  order("a tif that does not exist", "long 1 ETH on hyperliquid at 2900 fok", {
    ...LONG,
    price: "2900",
    tif: "ioc",
  }),
  order("a tif exchanged", "long 1 ETH on hyperliquid at 2900 alo", {
    ...LONG,
    price: "2900",
    tif: "gtc",
  }),
  order("another token of that dollar", "long 1 ETH/USDT on hyperliquid"),
  order("millions", "long $1m of ETH on hyperliquid", {
    coin: "ETH",
    side: "buy",
    notionalUsd: "1",
  }),
  order("what somebody likes", "we like to long 1 ETH on hyperliquid"),
  order("a chain of another kind", "long 1 ETH on hyperliquid on base"),
  of("perp_b_deposit", "others' vault", "deposit 100 USDC into the vault on hyperliquid", {
    amount: "100",
  }),
  of(
    "perp_b_usd_class_transfer",
    "a withdrawal that stops halfway",
    "withdraw 100 USDC from hyperliquid",
    {
      amount: "100",
    },
  ),
  of("perp_b_spot_send", "a withdrawal that begins halfway", "withdraw 100 USDC from hyperliquid", {
    amount: "100",
  }),
  of("perp_b_cancel_order", "a price as a number", "cancel the ETH order of 77 on hyperliquid", {
    ...{ coin: "ETH", orderId: 77 },
  }),
  into("coins of size as collateral", "long 1 ETH on gmx with 5x", {
    ...{ ...GMX, collateral: "ETH", collateralAmount: "1", leverage: "5" },
  }),
  into("a size without its dollars", "long 1000 ETH on gmx at 2x", {
    ...GMX,
    notionalUsd: "1000",
    leverage: "2",
  }),
  into("a price as a leverage", "long ETH on gmx with 500 USDC at 2", { ...BACKED, leverage: "2" }),
  into("a size in the token as collateral", "long 500 USDC of ETH on gmx at 2x", {
    ...BACKED,
    leverage: "2",
  }),
  into("collateral as a size in dollars", "long ETH on gmx with $500 at 2x", {
    ...{ ...GMX, notionalUsd: "500", leverage: "2" },
  }),
  into("dollars as USDC", "long ETH on gmx with $500 at 2x", { ...BACKED, leverage: "2" }),
  into("an entry as more collateral", "long ETH on gmx with 500 USDC", BACKED),
  into("an entry as more collateral, named", "long ETH on gmx with 500 USDC collateral", BACKED),
  into("an increase as more collateral", "increase my ETH long on gmx with 500 USDC", BACKED),
  into("an increase as collateral in dollars", "increase my ETH long on gmx by $500 collateral", {
    ...{ ...GMX, notionalUsd: "500" },
  }),
  into("the market as its collateral", "long $500 of ETH at 2x on gmx", {
    ...{ ...GMX, notionalUsd: "500", leverage: "2", collateral: "ETH" },
  }),
  into("a limit entry", "long ETH on gmx with 500 USDC 2x limit 2900", {
    ...BACKED,
    leverage: "2",
  }),
  into("a stop beside it", "long ETH on gmx with 500 USDC 2x, stop loss 2500", {
    ...BACKED,
    leverage: "2",
  }),
  into("a spot trade at GMX", "buy ETH on gmx with 500 USDC at 2x", { ...BACKED, leverage: "2" }),
  into("both sides", "long ETH and short ETH on gmx with 500 USDC at 2x", {
    ...BACKED,
    leverage: "2",
  }),
  into("another chain of the venue", "long ETH on gmx on avalanche with 500 USDC at 2x", {
    ...BACKED,
    leverage: "2",
  }),
  out("all, where no figure is said", "reduce my ETH long on gmx"),
  out("all, where collateral is meant", "withdraw collateral from my ETH long on gmx"),
  out("all beside collateral", "take back 200 USDC of collateral from my ETH long on gmx", {
    ...{ ...GMX, collateral: "USDC", collateralDeltaAmount: "200" },
  }),
  out("a size as a trigger", "close $2500 of my ETH long on gmx", {
    ...GMX,
    orderType: "limit",
    triggerPrice: "2500",
  }),
  out("a trigger as a size", "stop loss at $2500 on my ETH long on gmx", {
    ...{ ...GMX, orderType: "stop_loss", sizeDeltaUsd: "2500" },
  }),
  out("a stop for a take profit", "take profit at 2500 on my ETH long on gmx", STOP),
  out("a take profit for a stop", "stop loss at 2500 on my ETH long on gmx", {
    ...STOP,
    orderType: "limit",
  }),
  out("a price that is neither", "close my ETH long on gmx at 2500", STOP),
  out("a stop now", "stop loss at 2500 on my ETH long on gmx"),
  out("a profit as a price", "take profit of $500 on my ETH long on gmx", {
    ...{ ...GMX, orderType: "limit", triggerPrice: "500" },
  }),
  out("a distance as a price", "stop loss at 10% on my ETH long on gmx", {
    ...STOP,
    triggerPrice: "10",
  }),
  out("both triggers", "tp 3500 sl 2500 on my ETH long on gmx", STOP),
  out("what it is reduced to", "reduce my ETH long on gmx to $1000", {
    ...GMX,
    sizeDeltaUsd: "1000",
  }),
  out("the stop of another deed", "cancel the stop loss at 2500 on my ETH long on gmx", STOP),
  out("the other venue", "close my ETH long on hyperliquid"),
  of(
    "perp_a_update_order",
    "a step as a size",
    `change gmx order 0x${"5e".repeat(32)}: size by $500`,
    {
      ...{ orderKey: `0x${"5e".repeat(32)}`, sizeDeltaUsd: "500" },
    },
  ),
  of(
    "perp_a_update_order",
    "what the size was",
    `change gmx order 0x${"5e".repeat(32)} from size $500`,
    {
      ...{ orderKey: `0x${"5e".repeat(32)}`, sizeDeltaUsd: "500" },
    },
  ),
  into("what the leverage should be", "increase my ETH long on gmx to 5x with 500 USDC", {
    ...BACKED,
    leverage: "5",
  }),
  out("what collateral should be left", "withdraw to 200 USDC collateral my ETH long on gmx", {
    ...{ ...GMX, sizeDeltaUsd: "0", collateral: "USDC", collateralDeltaAmount: "200" },
  }),
  out("what the position has, not what comes back", "take out my ETH long on gmx with 200 USDC", {
    ...{ ...GMX, sizeDeltaUsd: "0", collateral: "USDC", collateralDeltaAmount: "200" },
  }),
  of(
    "perp_b_usd_class_transfer",
    "the vault's own",
    "transfer 100 USDC to spot from the vault to hyperliquid perps",
    {
      amount: "100",
    },
  ),
  of(
    "perp_b_usd_class_transfer",
    "from an account that goes unsaid",
    "send 100 USDC to hyperliquid spot",
    {
      amount: "100",
    },
  ),
  of(
    "perp_b_spot_send",
    "back to the venue",
    "send 100 USDC from the spot account to my hyperliquid account",
    {
      amount: "100",
    },
  ),
  out("an order that is closed, which is cancelled", "close my ETH long order on gmx"),
  out("what it is reduced to, as a share", "reduce my ETH long on gmx to 20%", {
    ...GMX,
    sizeDeltaUsd: "20%",
  }),
  of(
    "perp_a_update_order",
    "a size as a trigger",
    `set the trigger of gmx order 0x${"5e".repeat(32)} size to $2300`,
    {
      ...{ orderKey: `0x${"5e".repeat(32)}`, triggerPrice: "2300" },
    },
  ),
  of("cancel_twap_order", "an order of ours", "cancel ETH order 3 on hyperliquid", { id: 3 }),
  of("cancel_twap_order", "an order of ours, without its market", "cancel order 3 on hyperliquid", {
    id: 3,
  }),
  of("build_vault_swap", "a swap", "buy 1 ETH with USDC on hyperliquid", {
    ...{ tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" },
  }),
  of("crosschain_transfer", "another chain", "move 100 USDC to hyperliquid", {
    ...{ destinationChain: "hyperevm", token: "USDC", amount: "100" },
  }),
];

/**
 * Beside them, words that do mean the call, though a model may say it with more or less than they.
 */
export const PERP_READINGS: readonly Misreading[] = [
  order("the type that follows from the price", "long 1 ETH on hyperliquid at 2900", {
    ...{ ...LONG, price: "2900", orderType: "limit" },
  }),
  order("the type that follows from none", "long 1 ETH on hyperliquid", {
    ...LONG,
    orderType: "market",
  }),
  order("the type said", "place a market order to buy 1 ETH on hyperliquid", {
    ...LONG,
    orderType: "market",
  }),
  order("a thousand, of dollars", "long $1,500 of ETH on hyperliquid", {
    coin: "ETH",
    side: "buy",
    notionalUsd: "1500",
  }),
  order("the price in k", "buy 1 ETH at 2.9k on hyperliquid", { ...LONG, price: "2900" }),
  order("the whole size", "close all my ETH long on hyperliquid", { ...CLOSE, size: "100%" }),
  order("in other letters", "LONG 1 eth ON HYPERLIQUID", LONG),
  order("a pair in dollars", "short 1 BTC-USD perp on HL", {
    coin: "BTC",
    side: "sell",
    size: "1",
  }),
  into("wrapped, named as the coin", "long ETH on gmx with 1 ETH at 2x", {
    ...{ ...GMX, collateral: "ETH", collateralAmount: "1", leverage: "2" },
  }),
  into("a pair in dollars", "long ETH/USD on gmx 2x with 500 USDC margin", {
    ...BACKED,
    leverage: "2",
  }),
  out("all, said", "close all of my ETH long on gmx", {
    ...GMX,
    sizeDeltaUsd: "all",
    orderType: "market",
  }),
  out("the coin's long", "take profit on the ETH long on gmx, trigger price 3500", {
    ...{ ...GMX, orderType: "limit", triggerPrice: "3500" },
  }),
  out("a position by its collateral", "close my ETH long on gmx, USDC collateral", {
    ...GMX,
    collateral: "USDC",
  }),
  order("what is false", "go long 1 ETH on hyperliquid", {
    ...LONG,
    close: false,
    reduceOnly: false,
  }),
  // Odd, but all of the call is said.
  order("a wish for it", "I need 1 ETH long on hyperliquid"),
  out("a stop that stands", "my stop loss at 2500 on my ETH long on gmx", STOP),
];
