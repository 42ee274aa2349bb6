/**
 * What is left open on Base, with the words of every reading that is to be offered; written down
 * before the rules that ask.
 */
export const QUESTIONS: readonly (readonly [text: string, readings: readonly string[]])[] = [
  ["sell 1.5m usdc for eth", ["sell 1500000 usdc for eth", "sell 1500 usdc for eth"]],
  ["sell 1.000.000 usdc for eth", ["sell 1000000 usdc for eth"]],
  ["sell 2 million usdc for eth", ["sell 2000000 usdc for eth"]],
  ["sell about 5k usdc for eth", ["sell 5k usdc for eth"]],
  ["sell 1k or 2k usdc for eth", ["sell 1k usdc for eth", "sell 2k usdc for eth"]],
  ["balance", ["usdc balance", "eth balance", "weth balance"]],
  ["what's my balance?", ["usdc balance", "eth balance", "weth balance"]],
  ["shield off", ["turn off the swap shield"]],
  ["sell $500 of eth", ["buy 500 usdc with eth"]],
  [
    "sell half my usdc",
    ["sell 50% of my usdc for eth", "sell 50% of my usdc for usdt", "sell 50% of my usdc for weth"],
  ],
  [
    "sell 5 eth every half hour in 10 slices",
    ["sell 5 eth in 10 slices every half hour", "sell 50 eth in 10 slices every half hour"],
  ],
  ["switch to arbitrum and sell 1 eth for usdc", ["switch to arbitrum"]],
  ["sell 1 eth for usdc and send it to bob", ["sell 1 eth for usdc"]],
  ["sell 1 eth for usdc & buy dai", ["sell 1 eth for usdc"]],
  ["sell 1 eth for usdc. no wait, don't", []],
  ["sell 1 eth for usdc and don't tell bob", []],
  ["sell 1 eth for usdc and then? tell me", []],
  ["prepare a swap of 1 eth to usdc", ["swap 1 eth to usdc"]],
  [
    "dca 5k usdc into eth over 6h in 12 slices every hour",
    [
      "dca 5k usdc into eth in 12 slices every hour",
      "dca 5k usdc into eth over 6h in 12 slices",
      "dca 5k usdc into eth over 6h every hour",
    ],
  ],
  [
    "sell 5 eth hourly daily in 5 slices",
    ["sell 5 eth in 5 slices hourly", "sell 5 eth in 5 slices daily"],
  ],
  ["cancel trigger", []],
  ["twap 5 eth", ["twap 5 eth into usdc over 6h in 12 slices"]],
  ["twap 500 usdc", ["twap 500 usdc into eth over 6h in 12 slices"]],
  ["bridge usdc", []],
  ["bridge", []],
  [
    "bridge 1000 usdc",
    [
      "bridge 1000 usdc to ethereum",
      "bridge 1000 usdc to arbitrum",
      "bridge 1000 usdc to optimism",
    ],
  ],
  ["bridge usdc to arbitrum", []],
  // Who says hello is shown what there is, by buttons that only look.
  ...[
    "hi",
    "Hello!",
    "hey there",
    "gm",
    "help",
    "what can you do?",
    "what can I type here?",
    "how do i start",
  ].map((text): [string, string[]] => [text, ["portfolio", "price of eth", "list twap orders"]]),
];
