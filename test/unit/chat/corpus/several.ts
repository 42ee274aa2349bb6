/**
 * Messages with several commands, on Base, written down before the code that runs the first of
 * them. The first runs where alone it would, and where every part is a whole command of its own;
 * the others wait for a tap.
 */
export type FirstRuns = {
  text: string;
  runs: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  next: string;
};

const ETH_TO_USDC = [
  "build_vault_swap",
  { tokenIn: "eth", tokenOut: "usdc", amountIn: "1" },
] as const;
const cancel = (id: number) => ["cancel_twap_order", { id }] as const;
const pause = (id: number) => ["pause_twap_order", { id }] as const;

export const FIRST_RUNS: readonly FirstRuns[] = [
  { text: "sell 1 eth for usdc, then cancel order 3", runs: ETH_TO_USDC, next: "cancel order 3" },
  { text: "cancel order 3 then sell 1 eth for usdc", runs: cancel(3), next: "sell 1 eth for usdc" },
  { text: "cancel 3 and 4", runs: cancel(3), next: "cancel order 4" },
  { text: "cancel orders 3, 4 and 5", runs: cancel(3), next: "cancel order 4; cancel order 5" },
  { text: "pause 3 and resume 4", runs: pause(3), next: "resume 4" },
  { text: "sell 1 eth for usdc; cancel order 3", runs: ETH_TO_USDC, next: "cancel order 3" },
  { text: "sell 1 eth for usdc, also cancel order 3", runs: ETH_TO_USDC, next: "cancel order 3" },
  {
    text: "first sell 1 eth for usdc, next sell 1 weth for usdc",
    runs: ETH_TO_USDC,
    next: "sell 1 weth for usdc",
  },
  {
    text: "sell 1 eth for usdc. buy 1 eth with dai.",
    runs: ETH_TO_USDC,
    next: "buy 1 eth with dai",
  },
  {
    text: "Please sell 1 ETH for USDC and then buy 1 WETH with DAI",
    runs: ETH_TO_USDC,
    next: "buy 1 weth with dai",
  },
  {
    text: "swap 500 usdc to eth, then dca 5k usdc into eth over 6h in 12 clips",
    runs: ["build_vault_swap", { tokenIn: "usdc", tokenOut: "eth", amountIn: "500" }],
    next: "dca 5k usdc into eth over 6h in 12 clips",
  },
  {
    text: "dca 5k usdc into eth over 6h in 12 clips, then cancel order 3",
    runs: [
      "create_twap_order",
      {
        sellToken: "usdc",
        buyToken: "eth",
        totalAmount: "5000",
        sliceCount: 12,
        intervalMinutes: 30,
      },
    ],
    next: "cancel order 3",
  },
  { text: "pause order 3 & pause order 4", runs: pause(3), next: "pause order 4" },
  {
    text: "resume 4; skip the next slice of order 5",
    runs: ["resume_twap_order", { id: 4 }],
    next: "skip the next slice of order 5",
  },
  { text: "cancel #3, then show orders", runs: cancel(3), next: "show orders" },
  {
    text: "show orders, then cancel order 3",
    runs: ["list_twap_orders", {}],
    next: "cancel order 3",
  },
  {
    text: "wrap 1 eth then sell 1 weth for usdc",
    runs: ["build_vault_swap", { tokenIn: "eth", tokenOut: "weth", amountIn: "1" }],
    next: "sell 1 weth for usdc",
  },
  {
    text: "buy 1 eth with dai and cancel order 7",
    runs: ["build_vault_swap", { tokenIn: "dai", tokenOut: "eth", amountOut: "1" }],
    next: "cancel order 7",
  },
  { text: "pause 4, 5 and 6", runs: pause(4), next: "pause order 5; pause order 6" },
  {
    text: "pause everything, then sell 1 eth for usdc",
    runs: pause(0),
    next: "sell 1 eth for usdc",
  },
  {
    text: "can you please cancel order 3 and resume order 4",
    runs: cancel(3),
    next: "resume order 4",
  },
];

/**
 * Something in them may be about both, takes back, asks, reports, or is no command of its own:
 * nothing runs by these.
 */
export const FIRST_WAITS: readonly string[] = [
  "sell 1 eth for usdc then cancel order 3 if eth is above 4k",
  "sell 1 eth for usdc; cancel order 3, but only with my ok",
  "sell 1 eth for usdc and buy 1 eth with dai at 5pm",
  "don't sell 1 eth for usdc, then cancel order 3",
  "sell 1 eth for usdc, then cancel order 3. no wait, don't",
  "sell 1 eth for usdc or cancel order 3",
  "either sell 1 eth for usdc; or cancel order 3",
  "cancel order 3 and sell 1 eth for usdc on arbitrum",
  "pause order 3 and cancel order 4 on arbitrum",
  "sell 1 eth for usdc and buy 1 eth with dai in 5 slices every 10 minutes",
  "sell 1 eth for usdc, then buy 1 eth with dai using uniswap",
  "should i sell 1 eth for usdc, then cancel order 3?",
  "sell 1 eth for usdc; cancel order 3?",
  "she said sell 1 eth for usdc; cancel order 3",
  "sell 1 eth for usdc; cancel all",
  "dca 5k usdc into eth over 6h in 12 clips. cancel all orders",
  "sell 1 eth for usdc; pause everything",
  "cancel all and resume order 3",
  "sell 1 eth for usdc and freeze the vault",
  "freeze the vault, then cancel order 3",
  "sell 1 eth for usdc\ncancel order 3",
  "set slippage to 5%, then sell 1 eth for usdc",
  "turn off the swap shield and sell 1 eth for usdc",
  "switch to arbitrum, then sell 1 eth for usdc",
  "on arbitrum sell 1 eth for usdc, then cancel order 3",
  "tomorrow: sell 1 eth for usdc, then cancel order 3",
  "sell 1 eth for usdc and then never mind",
  "swap 1 eth to usdc then usdc to dai",
  "sell 1 eth for usdc and 1 weth for dai",
  "i sold 1 eth for usdc, then cancelled order 3",
  "“sell 1 eth for usdc; cancel order 3”",
  "sell 1 eth for usdc, then cancel order 3 and 4 unless they are done",
  "sell 10 eth for usdc. sell 1 eth for usdc",
  "sell 10 eth for usdc; sell 1 eth for usdc please",
  "sell 1 eth for usdc; buy 1 eth with usdc",
  "dca 5k usdc into eth over 6h in 12 clips. dca 500 usdc into eth over 6h in 12 clips",
  "cancel order 3; resume order 3",
];
