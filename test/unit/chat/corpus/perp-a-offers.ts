import type { OfferCase } from "./offers.ts";

const LONG = {
  market: "ETH",
  isLong: true,
  collateral: "USDC",
  collateralAmount: "500",
  leverage: "2",
};
const HALF = { market: "ETH", isLong: true, sizeDeltaUsd: "50%" };
const KEY = `0x${"5e".repeat(32)}`;
const OTHER_KEY = `0x${"5f".repeat(32)}`;
const EVIL = "0x6666666666666666666666666666666666666666";

/** Commands as traders type them for GMX, whatever chain their vault's chat is on. */
export const PERP_A_OFFERS: readonly OfferCase[] = [
  {
    tool: "perp_a_increase_position",
    clear: [
      ["long ETH on gmx with 500 USDC at 2x", LONG],
      ["Open a 2x ETH long on GMX with 500 USDC as collateral please", LONG],
      [
        "go short BTC on gmx, 2.5x leverage, 1k USDC collateral",
        {
          market: "BTC",
          isLong: false,
          collateral: "USDC",
          collateralAmount: "1000",
          leverage: "2.5",
        },
      ],
      [
        "short $2,000.00 of BTC on gmx with 500 USDC",
        {
          market: "BTC",
          isLong: false,
          notionalUsd: "2000",
          collateral: "USDC",
          collateralAmount: "500",
        },
      ],
      [
        "open a $3k ETH short on gmx with leverage 3",
        { market: "ETH", isLong: false, notionalUsd: "3000", leverage: "3" },
      ],
      [
        "add 200 USDC collateral to my ETH long on gmx",
        { market: "ETH", isLong: true, collateral: "USDC", collateralAmount: "200" },
      ],
      [
        "increase my ETH long on gmx by $1000",
        { market: "ETH", isLong: true, notionalUsd: "1000" },
      ],
      [
        "long $500 of ETH at 2x on gmx, WETH collateral",
        { market: "ETH", isLong: true, notionalUsd: "500", leverage: "2", collateral: "WETH" },
      ],
    ],
    wrong: [
      ["the other side", { ...LONG, isLong: false }],
      ["another market", { ...LONG, market: "BTC" }],
      ["ten times the leverage", { ...LONG, leverage: "20" }],
      ["leverage and collateral exchanged", { ...LONG, leverage: "500", collateralAmount: "2" }],
      ["collateral as size", { market: "ETH", isLong: true, notionalUsd: "500", leverage: "2" }],
      ["another collateral", { ...LONG, collateral: "WETH" }],
      [
        "a collateral that goes unsaid",
        { market: "ETH", isLong: true, collateralAmount: "500", leverage: "2" },
      ],
      [
        "collateral alone",
        { market: "ETH", isLong: true, collateral: "USDC", collateralAmount: "500" },
      ],
      ["a limit entry", { ...LONG, orderType: "limit" }],
      ["a size without collateral", { ...LONG, sizeDeltaUsd: "1000" }],
      ["a slippage", { ...LONG, slippageBps: 500 }],
    ],
    not: [
      "I went long ETH on gmx with 500 USDC at 2x",
      "we long ETH on gmx with 500 USDC at 2x",
      "long ETH on hyperliquid with 500 USDC at 2x",
      "long ETH with 500 USDC at 2x",
      "long ETH on gmx with 500 USDC at 2x at 3000",
      "limit long ETH on gmx with 500 USDC at 2x",
      "long ETH on gmx with 500 USDC at 2x on base",
      "long ETH on gmx with 500 USDC at 2x once it is below 3000",
      "close my ETH long on gmx with 500 USDC at 2x",
      "long ETH on gmx with 500 USDC notional at 2x",
      "is a long of ETH on gmx with 500 USDC at 2x wise",
    ],
  },
  {
    tool: "perp_a_decrease_position",
    clear: [
      ["close half of my ETH long on gmx", HALF],
      ["close my ETH long on GMX", { market: "ETH", isLong: true }],
      [
        "reduce the BTC short on gmx by 25% please",
        { market: "BTC", isLong: false, sizeDeltaUsd: "25%" },
      ],
      [
        "close $1000 of my ETH long on gmx at market",
        { market: "ETH", isLong: true, sizeDeltaUsd: "1000" },
      ],
      [
        "take profit on my ETH long on gmx at $3500",
        { market: "ETH", isLong: true, orderType: "limit", triggerPrice: "3500" },
      ],
      [
        "set a stop loss at 2,500.00 for half of my ETH long on gmx",
        {
          market: "ETH",
          isLong: true,
          sizeDeltaUsd: "50%",
          orderType: "stop_loss",
          triggerPrice: "2500",
        },
      ],
      [
        "sl 70k for my BTC short on gmx",
        { market: "BTC", isLong: false, orderType: "stop_loss", triggerPrice: "70000" },
      ],
      [
        "take back 200 USDC of collateral from my ETH long on gmx",
        {
          market: "ETH",
          isLong: true,
          sizeDeltaUsd: "0",
          collateral: "USDC",
          collateralDeltaAmount: "200",
        },
      ],
      [
        "withdraw 0.1 WETH collateral from the ETH short on gmx",
        {
          market: "ETH",
          isLong: false,
          sizeDeltaUsd: "0",
          collateral: "WETH",
          collateralDeltaAmount: "0.1",
        },
      ],
    ],
    wrong: [
      ["all of it", { market: "ETH", isLong: true }],
      ["all of it, said", { ...HALF, sizeDeltaUsd: "all" }],
      ["another share", { ...HALF, sizeDeltaUsd: "5%" }],
      ["dollars", { ...HALF, sizeDeltaUsd: "50" }],
      ["the other side", { ...HALF, isLong: false }],
      ["another market", { ...HALF, market: "BTC" }],
      ["a take profit", { ...HALF, orderType: "limit", triggerPrice: "3500" }],
      ["collateral", { ...HALF, collateralDeltaAmount: "50", collateral: "USDC" }],
      ["another collateral", { ...HALF, collateral: "WETH" }],
      ["a recipient", { ...HALF, recipient: EVIL }],
    ],
    not: [
      "half of my ETH long on gmx was closed",
      "we close half of my ETH long on gmx",
      "close half of my ETH long on hyperliquid",
      "close half of my ETH long",
      "close half of my ETH short on gmx",
      "close half of my ETH position on gmx",
      "close half of my ETH long on gmx at 3500",
      "open half of my ETH long on gmx",
      "close half of my ETH long on gmx and half of my BTC long",
      "why close half of my ETH long on gmx",
    ],
  },
  {
    tool: "perp_a_cancel_order",
    clear: [
      [`cancel gmx order ${KEY}`, { orderKey: KEY }],
      [`please cancel my pending order ${KEY} on GMX`, { orderKey: KEY }],
      [`cancel the order ${KEY.toUpperCase().replace("0X", "0x")} on gmx now`, { orderKey: KEY }],
      [`can you cancel order ${KEY} on gmx on arbitrum?`, { orderKey: KEY }],
    ],
    wrong: [
      ["another order", { orderKey: OTHER_KEY }],
      ["a part of it", { orderKey: KEY.slice(0, 34) }],
      ["no order", {}],
      ["an order of ours", { id: 3 }],
      ["a market beside it", { orderKey: KEY, market: "ETH" }],
      ["a vault", { orderKey: KEY, vaultAddress: EVIL }],
    ],
    not: [
      `gmx order ${KEY} was cancelled`,
      `cancel order ${KEY}`,
      `cancel hyperliquid order ${KEY}`,
      `cancel gmx order ${KEY} and ${OTHER_KEY}`,
      `update gmx order ${KEY}`,
      `cancel gmx order ${KEY} on base`,
      `who can cancel gmx order ${KEY}`,
    ],
  },
  {
    tool: "perp_a_update_order",
    clear: [
      [`change gmx order ${KEY} to trigger price 2300`, { orderKey: KEY, triggerPrice: "2300" }],
      [
        `set the trigger price of gmx order ${KEY} to $2,300.50`,
        { orderKey: KEY, triggerPrice: "2300.5" },
      ],
      [`update order ${KEY} on GMX: size to $1000`, { orderKey: KEY, sizeDeltaUsd: "1000" }],
      [
        `modify gmx order ${KEY}, trigger price 2.4k and size $500`,
        { orderKey: KEY, triggerPrice: "2400", sizeDeltaUsd: "500" },
      ],
    ],
    wrong: [
      ["another order", { orderKey: OTHER_KEY, triggerPrice: "2300" }],
      ["ten times the price", { orderKey: KEY, triggerPrice: "23000" }],
      ["the price as a size", { orderKey: KEY, sizeDeltaUsd: "2300" }],
      ["both", { orderKey: KEY, triggerPrice: "2300", sizeDeltaUsd: "2300" }],
      ["the worst price", { orderKey: KEY, acceptablePrice: "2300" }],
      ["the worst price beside it", { orderKey: KEY, triggerPrice: "2300", acceptablePrice: "1" }],
      ["nothing", { orderKey: KEY }],
    ],
    not: [
      `I changed gmx order ${KEY} to trigger price 2300`,
      `change order ${KEY} to trigger price 2300`,
      `change hyperliquid order ${KEY} to trigger price 2300`,
      `change gmx order ${KEY} from trigger price 2300`,
      `change gmx order ${KEY} to size 2300`,
      `change gmx order ${KEY} to trigger price 2300 or 2400`,
      `cancel gmx order ${KEY} at trigger price 2300`,
    ],
  },
  {
    tool: "perp_a_claim_funding_fees",
    clear: [
      ["claim my funding fees on gmx", {}],
      ["Collect all funding fees on GMX please", {}],
      ["claim gmx funding", {}],
      ["could you claim the vault's earned funding fees on gmx on arbitrum?", {}],
    ],
    wrong: [
      ["a market", { markets: ["ETH"] }],
      ["a token", { tokens: ["USDC"] }],
      ["withheld collateral", { decreasedAt: ["2026-11-22T10:00:00Z"] }],
      ["an amount", { amount: "100" }],
      ["a recipient", { recipient: EVIL }],
      ["a vault", { vaultAddress: EVIL }],
    ],
    not: [
      "I claimed my funding fees on gmx",
      "claim my funding fees",
      "claim my funding fees on hyperliquid",
      "claim my funding fees for ETH on gmx",
      "claim 100 USDC of funding fees on gmx",
      "which funding fees can I claim on gmx",
      "collect the fees of position 12 on gmx",
    ],
  },
];
