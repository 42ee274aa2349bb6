/** What is left open on Base, with the words of every reading that is to be offered; written down before the rules that ask. */
export const QUESTIONS: readonly (readonly [text: string, readings: readonly string[]])[] = [
  ["sell 1.5m usdc for eth", ["sell 1500000 usdc for eth", "sell 1500 usdc for eth"]],
  ["sell 1.000.000 usdc for eth", ["sell 1000000 usdc for eth"]],
  ["sell 2 million usdc for eth", ["sell 2000000 usdc for eth"]],
  ["sell about 5k usdc for eth", ["sell 5k usdc for eth"]],
  ["sell 1k or 2k usdc for eth", ["sell 1k usdc for eth", "sell 2k usdc for eth"]],
  ["balance", ["usdc balance", "eth balance", "weth balance"]],
  ["what's my balance?", ["usdc balance", "eth balance", "weth balance"]],
  ["pause everything", ["freeze the vault", "cancel all orders"]],
  ["shield off", ["turn off the swap shield"]],
  ["sell $500 of eth", ["buy 500 usdc with eth"]],
  ["eth/usdc", ["quote 1 eth to usdc"]],
  ["sell 1 eth/usdc", ["sell 1 eth for usdc"]],
  ["buy 1 eth/usdc", ["buy 1 eth with usdc"]],
  ["quote 1 eth", ["quote 1 eth to usdc", "quote 1 eth to usdt", "quote 1 eth to weth"]],
  ["sell half my eth", ["sell 50% of my eth for usdc", "sell 50% of my eth for usdt", "sell 50% of my eth for weth"]],
  ["stop loss: sell 1 eth for usdc at 2500", ["stop trigger: sell 1 eth for usdc when eth is below 2500"]],
  ["take profit on 1 eth at 4000 usdc", ["take-profit trigger: sell 1 eth for usdc when eth is above 4000"]],
  [
    "sell 1 eth for usdc limit 3900",
    [
      "trigger: sell 1 eth for usdc when eth is above 3900",
      "trigger: sell 1 eth for usdc when eth is below 3900",
      "sell 1 eth for usdc",
    ],
  ],
  [
    "sell 5 eth every half hour in 10 slices",
    ["sell 5 eth in 10 slices every half hour", "sell 50 eth in 10 slices every half hour"],
  ],
  ["switch to arbitrum and sell 1 eth for usdc", []],
  ["cancel trigger", []],
];
