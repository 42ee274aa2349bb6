import type { OfferCase } from "./offers.ts";

const LONG = { coin: "ETH", side: "buy", size: "0.5", price: "2900" };
const CLOSE = { coin: "ETH", side: "sell", close: true };
const CLOID = "0x000000000000000000000000000004d2";
const EVIL = "0x6666666666666666666666666666666666666666";

/**
 * Commands as traders type them for Hyperliquid's perpetuals, whatever chain their vault's chat is
 * on.
 */
export const PERP_B_OFFERS: readonly OfferCase[] = [
  {
    tool: "perp_b_limit_order",
    clear: [
      ["long 0.5 ETH on hyperliquid at 2900", LONG],
      ["Limit buy 0.5 ETH perp @ $2,900.00 on HL please", LONG],
      ["short 0.02 BTC on hyperliquid", { coin: "BTC", side: "sell", size: "0.02" }],
      [
        "market sell $1200 of BTC on hyperliquid",
        { coin: "BTC", side: "sell", notionalUsd: "1200" },
      ],
      [
        "open a $2k ETH long on hyperliquid @2950 post-only",
        { ...{ coin: "ETH", side: "buy", notionalUsd: "2000" }, price: "2950", tif: "alo" },
      ],
      [
        "sell 1 ETH on hl, limit 3100 ioc, reduce-only",
        {
          ...{ coin: "ETH", side: "sell", size: "1", price: "3100" },
          tif: "ioc",
          reduceOnly: true,
        },
      ],
      ["close my ETH long on hyperliquid", CLOSE],
      ["close half of my ETH long on Hyperliquid", { ...CLOSE, size: "50%" }],
      ["exit the BTC short on hyperliquid at market", { coin: "BTC", side: "buy", close: true }],
      [
        "close all of my eth position on hyperliquid now",
        { coin: "ETH", close: true, size: "all" },
      ],
      [
        "reduce my ETH short on hyperliquid by 25%",
        { coin: "ETH", side: "buy", size: "25%", reduceOnly: true },
      ],
      [
        "reduce my HYPE long by 10 HYPE on hyperliquid",
        { coin: "HYPE", side: "sell", size: "10", reduceOnly: true },
      ],
      ["add 0.1 ETH to my ETH long on hyperliquid", { coin: "ETH", side: "buy", size: "0.1" }],
    ],
    wrong: [
      ["the other side", { ...LONG, side: "sell" }],
      ["the size as the price", { ...LONG, size: "2900", price: "0.5" }],
      ["the price as dollars of size", { coin: "ETH", side: "buy", notionalUsd: "2900" }],
      ["at the market", { coin: "ETH", side: "buy", size: "0.5" }],
      ["another market", { ...LONG, coin: "BTC" }],
      ["ten times as much", { ...LONG, size: "5" }],
      ["another price", { ...LONG, price: "29000" }],
      ["a share", { ...LONG, size: "50%" }],
      ["only reducing", { ...LONG, reduceOnly: true }],
      ["a close", { ...LONG, close: true }],
      ["a tif that went unsaid", { ...LONG, tif: "ioc" }],
      ["a market order with a price", { ...LONG, orderType: "market" }],
      ["an id of the order", { ...LONG, cloid: CLOID }],
      ["a leverage", { ...LONG, leverage: "5" }],
      ["a recipient", { ...LONG, recipient: EVIL }],
    ],
    not: [
      "I longed 0.5 ETH on hyperliquid at 2900",
      "I'm long 0.5 ETH on hyperliquid at 2900",
      "we long 0.5 ETH on hyperliquid at 2900",
      "my long of 0.5 ETH on hyperliquid at 2900",
      "long 0.5 ETH on gmx at 2900",
      "long 0.5 ETH on dydx at 2900",
      "long 0.5 ETH at 2900",
      "long 0.5 ETH on hyperliquid with 5x at 2900",
      "long 0.5 ETH on hyperliquid if it falls to 2900",
      "long 0.5 ETH on hyperliquid at 2900 or better",
      "long 0.5 ETH on hyperliquid at 2900, stop loss 2700",
      "long 0.5 ETH on hyperliquid at 2900 on arbitrum",
      "short 0.5 ETH on hyperliquid at 2900",
      "close 0.5 ETH on hyperliquid at 2900",
      "is 0.5 ETH long on hyperliquid at 2900 a good idea",
    ],
  },
  {
    tool: "perp_b_deposit",
    clear: [
      ["deposit 250 USDC into hyperliquid", { amount: "250" }],
      ["Fund my Hyperliquid account with 1.5k usdc please", { amount: "1500" }],
      ["deposit all USDC to HL", { amount: "all" }],
      ["can you deposit 250 USDC of the vault into hyperliquid perps?", { amount: "250" }],
    ],
    wrong: [
      ["ten times as much", { amount: "2500" }],
      ["a tenth", { amount: "25" }],
      ["all", { amount: "all" }],
      ["base units", { amount: "250000000" }],
      ["a token", { amount: "250", token: "USDC" }],
      ["a destination", { amount: "250", destination: EVIL }],
      ["a number in place of text", { amount: 250 }],
    ],
    not: [
      "I deposited 250 USDC into hyperliquid",
      "withdraw 250 USDC from hyperliquid",
      "deposit 250 USDC into the hyperliquid vault",
      "deposit 250 ETH into hyperliquid",
      "deposit 250 USDC into the vault",
      "deposit 250 USDC from base into hyperliquid",
      `deposit 250 USDC into hyperliquid ${EVIL}`,
      "has 250 USDC been deposited into hyperliquid",
    ],
  },
  {
    tool: "perp_b_cancel_order",
    clear: [
      ["cancel my ETH order on hyperliquid", { coin: "ETH" }],
      ["cancel ETH order 91490942 on hyperliquid", { coin: "ETH", orderId: 91490942 }],
      ["please cancel the open BTC order #77 on HL", { coin: "BTC", orderId: 77 }],
      [`cancel hyperliquid ETH order ${CLOID}`, { coin: "ETH", cloid: CLOID }],
    ],
    wrong: [
      ["another market", { coin: "BTC" }],
      ["an order by number", { coin: "ETH", orderId: 77 }],
      ["an order by its own id", { coin: "ETH", cloid: CLOID }],
      ["no market", {}],
      ["an id of ours", { coin: "ETH", id: 3 }],
      ["a vault", { coin: "ETH", vaultAddress: EVIL }],
    ],
    not: [
      "my ETH order on hyperliquid was cancelled",
      "cancel my ETH order",
      "cancel my ETH order on gmx",
      "cancel all my ETH orders on hyperliquid",
      "cancel my ETH order 3 on hyperliquid",
      "cancel my ETH order at 2900 on hyperliquid",
      "cancel my ETH order on hyperliquid and buy 1 ETH",
      "can the ETH order on hyperliquid be cancelled",
    ],
  },
  {
    tool: "perp_b_usd_class_transfer",
    clear: [
      ["move 100 USDC from perps to spot on hyperliquid", { amount: "100" }],
      ["transfer 2k usdc from my hyperliquid perp account to spot", { amount: "2000" }],
      ["Send 100 USDC from perps to the spot account on HL", { amount: "100" }],
      ["move all USDC from perp to hyperliquid spot please", { amount: "all" }],
    ],
    wrong: [
      ["ten times as much", { amount: "1000" }],
      ["a tenth", { amount: "10" }],
      ["all", { amount: "all" }],
      ["the other direction", { amount: "100", toPerp: true }],
      ["a destination", { amount: "100", destination: EVIL }],
      ["a number in place of text", { amount: 100 }],
    ],
    not: [
      "I moved 100 USDC from perps to spot on hyperliquid",
      "move 100 USDC from spot to perps on hyperliquid",
      "move 100 USDC spot/perp on hyperliquid",
      "move 100 USDC to perps on hyperliquid",
      "move 100 USDC from perps to spot",
      "move 100 ETH from perps to spot on hyperliquid",
      "send 100 USDC from spot to spot on hyperliquid",
      "move 100 USDC from perps to spot on hyperliquid and to the vault",
    ],
  },
  {
    tool: "perp_b_spot_send",
    clear: [
      ["send 100 USDC from hyperliquid spot back to the vault", { amount: "100" }],
      ["withdraw 100 USDC from the spot account on Hyperliquid to the vault", { amount: "100" }],
      ["bring all USDC from hyperliquid spot back into the vault", { amount: "all" }],
      ["please move 1.5k usdc from my HL spot account to the vault", { amount: "1500" }],
    ],
    wrong: [
      ["ten times as much", { amount: "1000" }],
      ["a tenth", { amount: "10" }],
      ["all", { amount: "all" }],
      ["a destination", { amount: "100", destination: EVIL }],
      ["a token", { amount: "100", token: "HYPE" }],
      ["a number in place of text", { amount: 100 }],
    ],
    not: [
      "I sent 100 USDC from hyperliquid spot back to the vault",
      "send 100 USDC from hyperliquid back to the vault",
      "send 100 USDC from hyperliquid spot to bob",
      `send 100 USDC from hyperliquid spot to ${EVIL}`,
      "send 100 USDC from hyperliquid spot to arbitrum",
      "send 100 USDC from hyperliquid spot to perps",
      "send 100 HYPE from hyperliquid spot back to the vault",
      "send 100 USDC from spot back to the vault",
    ],
  },
];
