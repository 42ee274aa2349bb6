import type { Wanted } from "./clear-commands.ts";

/**
 * What operators type about limits, single orders, slices, triggers, limit prices and dry runs, on
 * Base, written down before what reads it. `dry`: the call is tried only.
 */
export type DoorCommand = { text: string; wants: Wanted; dry?: true };

const all = (tool: string, args: Record<string, unknown>, ...texts: string[]): DoorCommand[] =>
  texts.map((text) => ({ text, wants: { tool, args } }));
const dry = (tool: string, args: Record<string, unknown>, ...texts: string[]): DoorCommand[] =>
  texts.map((text) => ({ text, wants: { tool, args }, dry: true }));

const SELL = { side: "sell", sellToken: "ETH", buyToken: "USDC", totalAmount: "1" };
const BUY = { side: "buy", sellToken: "USDC", buyToken: "ETH", totalAmount: "1" };
const FIVE = { ...SELL, totalAmount: "5", sliceCount: 10, intervalMinutes: 15 };
const stopAt = (price: string) => ({ ...SELL, type: "stop", price, priceOf: "sellToken" });
const limitAt = (price: string) => ({ ...SELL, type: "limit", price, priceOf: "sellToken" });

export const DOOR_COMMANDS: readonly DoorCommand[] = [
  ...all(
    "get_vault_limits",
    {},
    "what are my limits",
    "what are my limits?",
    "show my limits",
    "show limits",
  ),
  ...all(
    "get_vault_limits",
    {},
    "my limits",
    "list my vault limits",
    "show me my limits",
    "what is left of my limits",
  ),
  ...all("get_vault_limits", {}, "how much may i still trade today?", "please show my limits"),
  ...all(
    "get_twap_order",
    { id: 3 },
    "show order 3",
    "show twap 3",
    "show me order #3",
    "order 3",
    "status of order 3",
  ),
  ...all(
    "get_twap_order",
    { id: 3 },
    "details of order 3",
    "how is order 3 doing?",
    "show twap order 3",
  ),
  ...all("get_twap_order", { id: 3 }, "what is the status of order 3?", "check order 3"),
  ...all(
    "skip_twap_slice",
    { id: 3 },
    "skip the next slice of order 3",
    "skip next slice of twap 3",
    "skip order 3",
  ),
  ...all(
    "skip_twap_slice",
    { id: 3 },
    "skip a slice of order 3",
    "skip one slice of order #3",
    "skip twap 3",
  ),
  ...all(
    "skip_twap_slice",
    { id: 3 },
    "please skip the next slice of twap order 3",
    "skip the next slice in order 3",
  ),
  ...all(
    "skip_twap_slice",
    { id: 3, slice: 4 },
    "skip slice 4 of order 3",
    "skip slice #4 of twap 3",
  ),
  ...all(
    "edit_twap_order",
    { id: 3, intervalMinutes: 30 },
    "change the interval of order 3 to 30 minutes",
  ),
  ...all("edit_twap_order", { id: 3, intervalMinutes: 30 }, "change order 3 to every 30 minutes"),
  ...all(
    "edit_twap_order",
    { id: 3, intervalMinutes: 60 },
    "run order 3 every hour",
    "set order 3 to every 60 min",
  ),
  ...all(
    "edit_twap_order",
    { id: 3, limitPrice: "3000" },
    "set the limit price of order 3 to 3000",
  ),
  ...all("edit_twap_order", { id: 3, limitPrice: "3000" }, "change the limit of order 3 to 3k"),
  ...all("edit_twap_order", { id: 3, remove: ["limitPrice"] }, "remove the limit price of order 3"),
  ...all(
    "edit_twap_order",
    { id: 3, remove: ["limitPrice"] },
    "clear the limit price from order 3",
  ),
  ...all("edit_twap_order", { id: 3, remainingSlices: 4 }, "cut the rest of order 3 into 4 slices"),
  ...all(
    "edit_twap_order",
    { id: 3, remainingSlices: 4 },
    "split what is left of order 3 in 4 slices",
  ),
  ...all(
    "list_trigger_orders",
    {},
    "show my triggers",
    "list trigger orders",
    "my trigger orders",
    "list my triggers",
  ),
  ...all(
    "get_vault_limits",
    {},
    "how much can i spend?",
    "view my vault limits",
    "what are our limits",
  ),
  ...all(
    "get_twap_order",
    { id: 12 },
    "see order 12",
    "state of twap 12",
    "show details of order 12",
    "view my order 12",
  ),
  ...all(
    "cancel_trigger_order",
    { id: 7 },
    "kill trigger 7",
    "cancel my trigger order 7",
    "please cancel trigger #7",
  ),
  ...all("list_trigger_orders", {}, "view my open triggers", "list all my trigger orders"),
  ...all("list_trigger_orders", {}, "what triggers do i have?", "show active trigger orders"),
  ...all(
    "cancel_trigger_order",
    { id: 2 },
    "cancel trigger 2",
    "cancel trigger order 2",
    "delete trigger #2",
  ),
  ...all(
    "cancel_trigger_order",
    { id: 2 },
    "remove the trigger order 2",
    "cancel trigger order #2",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC when ETH falls below 2800",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "create a trigger order to sell 1 ETH for USDC if ETH drops to 2800",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "trigger order: when ETH is under 2800, sell 1 ETH for USDC",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "set a trigger: sell 1 eth for usdc once the price of eth is below $2.8k",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "stop loss trigger: sell 1 ETH for USDC if ETH drops below 2800 USDC",
  ),
  ...all(
    "create_trigger_order",
    limitAt("3500"),
    "trigger: sell 1 ETH for USDC when ETH rises above 3500",
  ),
  ...all(
    "create_trigger_order",
    limitAt("3500"),
    "limit trigger: sell 1 ETH for USDC when ETH is above 3500",
  ),
  ...all(
    "create_trigger_order",
    { ...limitAt("3500"), type: "take-profit" },
    "take profit trigger: sell 1 ETH for USDC when ETH is above 3500",
    "create a take-profit trigger order: sell 1 ETH for USDC once ETH climbs to 3500",
  ),
  ...all(
    "create_trigger_order",
    { ...BUY, type: "limit", price: "2500", priceOf: "buyToken" },
    "trigger: buy 1 ETH with USDC when ETH drops below 2500",
    "place a trigger order to buy 1 ETH with USDC if ETH is under 2500",
  ),
  ...all(
    "create_trigger_order",
    { ...BUY, type: "stop", price: "3500", priceOf: "buyToken" },
    "trigger: buy 1 ETH with USDC when ETH rises above 3500",
  ),
  ...all(
    "create_trigger_order",
    { ...stopAt("2800"), autoExecute: true },
    "trigger: sell 1 ETH for USDC automatically when ETH falls below 2800",
    "trigger: automatically sell 1 ETH for USDC when ETH falls below 2800",
  ),
  ...all(
    "create_twap_order",
    { ...FIVE, limitPrice: "3000" },
    "sell 5 ETH for USDC in 10 slices every 15 minutes with limit price 3000",
    "sell 5 ETH for USDC in 10 slices every 15 minutes, not below 3000",
    "sell 5 ETH for USDC in 10 slices every 15 minutes, limit 3000 USDC",
    "twap sell 5 ETH for USDC in 10 slices every 15 minutes with a limit price of $3k",
  ),
  ...all(
    "create_twap_order",
    { ...BUY, totalAmount: "5", sliceCount: 10, intervalMinutes: 15, limitPrice: "3000" },
    "buy 5 ETH with USDC in 10 slices every 15 minutes, not above 3000",
    "buy 5 ETH with USDC in 10 slices every 15 minutes with limit price 3000",
  ),
  ...dry(
    "build_vault_swap",
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
    "dry run: sell 1 ETH for USDC",
  ),
  ...dry(
    "build_vault_swap",
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
    "dry-run sell 1 ETH for USDC",
  ),
  ...dry(
    "build_vault_swap",
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
    "what would happen if I sell 1 ETH for USDC?",
  ),
  ...dry(
    "cancel_twap_order",
    { id: 3 },
    "dry run: cancel order 3",
    "what would happen if i cancel order 3?",
  ),
  ...dry("skip_twap_slice", { id: 3 }, "dry run: skip the next slice of order 3"),
  ...dry("create_twap_order", FIVE, "dry run: sell 5 ETH for USDC in 10 slices every 15 minutes"),
];

/**
 * None of these runs: as they stand they are a question, turned round, contradictory, incomplete,
 * or somebody else's.
 */
export const DOOR_NOT_COMMANDS: readonly string[] = [
  "skip",
  "skip the next slice",
  "skip slice 3",
  "skip 3",
  "skip 3 slices of order 2",
  "skip two slices of order 2",
  "skip all slices of order 2",
  "skip every other slice of order 2",
  "don't skip order 3",
  "do not skip the next slice of order 3",
  "should i skip the next slice of order 3?",
  "skip the next slice of order 3?",
  "skip the next slice of order 3 if the price is below 2000",
  "skip the last slice of order 3",
  "skip order 3 tomorrow",
  "bob says skip order 3",
  "raise my limits",
  "raise my limits to 1m",
  "remove all limits",
  "set my limits to 100",
  "no limits",
  "cancel trigger",
  "cancel triggers",
  "cancel all triggers",
  "cancel trigger 0",
  "don't cancel trigger 2",
  "cancel trigger 2 if eth is above 4k",
  "cancel trigger 2 and 3",
  "trigger order 3",
  "trigger 2",
  "fire trigger 2",
  "trigger: sell 1 ETH for USDC",
  "trigger: sell 1 ETH for USDC when ETH drops above 3000",
  "trigger: sell 1 ETH for USDC when ETH rises below 3000",
  "trigger: sell 1 ETH for USDC when ETH is not below 3000",
  "trigger: sell 1 ETH for USDC when ETH is below 2800 or above 3500",
  "trigger: sell 1 ETH for USDC when ETH is below 2800 and BTC is below 90000",
  "trigger: sell 1 ETH for USDC when BTC is below 90000",
  "trigger: sell 1 ETH for USDC whenever ETH is below 2800",
  "trigger: sell 1 ETH for USDC unless ETH is below 2800",
  "trigger: sell 1 ETH for USDC when ETH drops 10%",
  "trigger: sell 1 ETH for USDC when ETH is below 2800 DAI",
  "trigger: sell 1 ETH for USDC when ETH is below 0",
  "trigger: sell 1 ETH for USDC when ETH is below 1.000",
  "trigger: sell 1 ETH for USDC when gas is below 2",
  "trigger: sell 1 ETH for USDC when nav is below 2",
  "stop loss trigger: sell 1 ETH for USDC when ETH is above 3500",
  "take profit trigger: sell 1 ETH for USDC when ETH is below 2800",
  "limit trigger: sell 1 ETH for USDC when ETH is below 2800",
  "limit stop trigger: sell 1 ETH for USDC when ETH is below 2800",
  "no trigger: sell 1 ETH for USDC when ETH is below 2800",
  "don't trigger: sell 1 ETH for USDC when ETH is below 2800",
  "trigger: don't sell 1 ETH for USDC when ETH is below 2800",
  "trigger: sell 1 ETH for USDC when ETH is below 2800?",
  "trigger: sell 1 ETH for USDC when ETH is below 2800 tomorrow",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, not above 3000",
  "buy 5 ETH with USDC in 10 slices every 15 minutes, not below 3000",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, below 3000",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, only below 3000",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, at 3000",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, no limit 3000",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, limit 3000 and limit 2900",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, limit 3000 DAI",
  "sell 5 ETH for USDC in 10 slices every 15 minutes, limit",
  "sell 5 ETH for USDC in 10 slices every 15 minutes as long as ETH is above 3000",
  "sell 1 ETH for USDC, not below 3000",
  "change order 3",
  "edit order 3",
  "change the interval of order 3",
  "don't change the interval of order 3 to 30 minutes",
  "set the limit price of order 3",
  "set the limit price of order 3 to 3000 or 3100",
  "what would happen if eth crashes?",
  "dry run",
];

/**
 * What waits as a card, with the call that its words say: of a price without a direction the one
 * that is a limit.
 */
export const DOOR_CARDS: readonly DoorCommand[] = [
  ...all("cancel_trigger_order", { id: 2 }, "cancel the stop order 2"),
  ...all(
    "create_trigger_order",
    { ...limitAt("3000") },
    "trigger: sell 1 ETH for USDC at 3000",
    "trigger: sell 1 ETH for USDC when ETH hits 3000",
    "trigger: sell 1 ETH for USDC when ETH reaches 3000",
    "sell 1 ETH for USDC with limit price 3000",
    "sell 1 eth at 3000",
    "sell 1 eth for usdc limit 3000",
  ),
  ...all(
    "create_trigger_order",
    { ...stopAt("2800"), totalAmount: "50%" },
    "trigger: sell 50% of my ETH for USDC when ETH is below 2800",
  ),
  ...all(
    "create_trigger_order",
    stopAt("2800"),
    "sell 1 ETH for USDC when ETH is below 2800",
    "stop loss: sell 1 ETH for USDC at 2800",
    "stop loss: sell 1 eth if eth drops below 2800",
  ),
  ...all(
    "create_trigger_order",
    { ...limitAt("4000"), type: "take-profit" },
    "take profit on 1 eth at 4000 usdc",
  ),
  ...all(
    "create_trigger_order",
    {
      type: "limit",
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "1000",
      price: "2400",
      priceOf: "buyToken",
    },
    "if eth hits 2400 buy 1000 usdc worth",
  ),
  ...all(
    "set_vault_limits",
    { maxPerDay: "2000" },
    "don't spend more than 2000 usdc a day",
    "at most 2000 usdc a day",
  ),
  ...all("set_vault_limits", { maxPerTransaction: "2000" }, "max 2k per transaction"),
  ...all(
    "create_twap_order",
    {
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "500",
      sliceCount: 10,
      intervalMinutes: 1440,
    },
    "buy eth with 50 usdc a day for 10 days",
    "dca 50 usdc a day into eth for 10 days",
  ),
  ...all(
    "build_vault_swap",
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "33.3333%" },
    "sell 1/3 of my eth for usdc",
  ),
];
/** What a model proposes, and the words it stands in or does not. */
export type DoorCall = { words: string; tool: string; args: Record<string, unknown> };
const call = (tool: string, args: Record<string, unknown>, ...texts: string[]): DoorCall[] =>
  texts.map((words) => ({ words, tool, args }));
const TWAP = { ...FIVE, limitPrice: "3000" };

export const GROUNDED_CALLS: readonly DoorCall[] = [
  ...call(
    "skip_twap_slice",
    { id: 3 },
    "skip the next slice of order 3",
    "can you skip order 3 please?",
  ),
  ...call(
    "skip_twap_slice",
    { id: 3 },
    "I'd like to skip the next slice of my twap order 3",
    "skip one slice of order #3",
  ),
  ...call(
    "cancel_trigger_order",
    { id: 2 },
    "cancel trigger order 2",
    "could you cancel my trigger 2?",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "I want a trigger order: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "set up a trigger to sell 1 ETH into USDC if the price of ETH goes under $2,800.00",
  ),
  ...call(
    "create_trigger_order",
    limitAt("3500"),
    "please make a trigger order to sell 1 ETH for USDC once ETH is above 3.5k",
  ),
  ...call(
    "create_twap_order",
    TWAP,
    "sell 5 ETH for USDC in 10 slices every 15 minutes with a limit price of 3000",
  ),
  ...call(
    "create_twap_order",
    TWAP,
    "please sell 5 ETH for USDC in 10 slices, every 15 minutes, but not below 3000 USDC",
  ),
];

export const UNGROUNDED_CALLS: readonly DoorCall[] = [
  ...call(
    "skip_twap_slice",
    { id: 3 },
    "skip slice 3",
    "skip 3",
    "skip 3 slices",
    "pause order 3",
    "cancel order 3",
  ),
  ...call(
    "skip_twap_slice",
    { id: 3 },
    "don't skip order 3",
    "skip order 4",
    "skip order 3 and order 4",
    "skip slice 3 of order 2",
  ),
  ...call(
    "skip_twap_slice",
    { id: 3 },
    "skip the next slice of order 3 if eth is below 2000",
    "> skip order 3",
  ),
  ...call("skip_twap_slice", { id: 3, slice: 4 }, "skip slice 4 of order 3"),
  ...call(
    "cancel_twap_order",
    { id: 2 },
    "cancel trigger order 2",
    "cancel trigger 2",
    "skip the next slice of order 2",
  ),
  ...call(
    "cancel_trigger_order",
    { id: 2 },
    "cancel order 2",
    "cancel twap order 2",
    "cancel trigger order 3",
  ),
  ...call("cancel_trigger_order", { id: 2 }, "don't cancel trigger order 2", "trigger order 2"),
  ...call("create_trigger_order", stopAt("2800"), "sell 1 ETH for USDC when ETH drops below 2800"),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC when ETH rises above 2800",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC when ETH drops below 28000",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC when ETH drops below 2800 and gas is low",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: buy 1 ETH with USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 10 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC when BTC drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    stopAt("2800"),
    "trigger: sell 1 ETH for USDC",
    "never trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    limitAt("2800"),
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    { ...stopAt("2800"), type: "take-profit" },
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    { ...limitAt("3500"), type: "take-profit" },
    "trigger: sell 1 ETH for USDC when ETH is above 3500",
  ),
  ...call(
    "create_trigger_order",
    { ...stopAt("2800"), priceOf: "buyToken" },
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    { ...stopAt("2800"), autoExecute: true },
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_trigger_order",
    { ...stopAt("2800"), expiresAt: 1_800_000_000_000 },
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "build_vault_swap",
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
    "trigger: sell 1 ETH for USDC when ETH drops below 2800",
  ),
  ...call(
    "create_twap_order",
    FIVE,
    "sell 5 ETH for USDC in 10 slices every 15 minutes with a limit price of 3000",
  ),
  ...call(
    "create_twap_order",
    FIVE,
    "sell 5 ETH for USDC in 10 slices every 15 minutes, not below 3000",
  ),
  ...call("create_twap_order", TWAP, "sell 5 ETH for USDC in 10 slices every 15 minutes"),
  ...call(
    "create_twap_order",
    TWAP,
    "sell 5 ETH for USDC in 10 slices every 15 minutes, not above 3000",
  ),
  ...call(
    "create_twap_order",
    TWAP,
    "sell 5 ETH for USDC in 10 slices every 15 minutes, not below 2000",
  ),
  ...call(
    "create_twap_order",
    TWAP,
    "sell 5 ETH for USDC in 10 slices every 15 minutes, below 3000",
  ),
  ...call(
    "create_twap_order",
    { ...TWAP, limitPriceOf: "buyToken" },
    "sell 5 ETH for USDC in 10 slices every 15 minutes, not below 3000",
  ),
  ...call(
    "create_twap_order",
    { ...FIVE, expiresAt: 1_800_000_000_000 },
    "sell 5 ETH for USDC in 10 slices every 15 minutes",
  ),
  ...call(
    "create_twap_order",
    { ...FIVE, catchUp: true },
    "sell 5 ETH for USDC in 10 slices every 15 minutes",
  ),
  ...call(
    "create_twap_order",
    { ...FIVE, maxGasPrice: "5" },
    "sell 5 ETH for USDC in 10 slices every 15 minutes",
  ),
  ...call("edit_twap_order", { id: 3, intervalMinutes: 30 }, "change order 3 to every 30 minutes"),
  ...call("set_vault_limits", { maxPerDay: "100" }, "set my daily limit to 100"),
];
