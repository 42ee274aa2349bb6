import type { SwapRequest } from "../../../src/kinds/venue.ts";

/**
 * Answers written by hand after the venues' own documentation: 0x from the OpenAPI description and
 * the example of `/swap/allowance-holder/quote` (docs.0x.org), the exact-out shape from 0x's "Exact
 * Buy"; Uniswap from the Trading API's reference of `/quote` and `/swap` (api-docs.uniswap.org).
 */
export const ETH = "0x0000000000000000000000000000000000000000";
export const WETH = "0x4200000000000000000000000000000000000006";
export const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
export const PLACEHOLDER = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
export const ALLOWANCE_HOLDER = "0x0000000000001fF3684f28c67538d4D072C22734";
export const VAULT = "0x389b1da4bff32aecabb293e93308a0fb4907094d";
export const OTHER = "0x1111111111111111111111111111111111111111";

/** Sell 0.1 WETH for USDC at 1% slippage. */
export const sellWeth: SwapRequest = {
  chainId: 8453,
  tokenIn: { address: WETH, symbol: "WETH", decimals: 18 },
  tokenOut: { address: USDC, symbol: "USDC", decimals: 6 },
  mode: "exactIn",
  amountBase: 100_000_000_000_000_000n,
  slippageBps: 100,
  taker: VAULT,
};

/** Buy 1000 USDC with WETH. */
export const buyUsdc: SwapRequest = { ...sellWeth, mode: "exactOut", amountBase: 1_000_000_000n };

export const zeroXQuote = {
  allowanceTarget: ALLOWANCE_HOLDER.toLowerCase(),
  blockNumber: "20850142",
  buyAmount: "262914238",
  buyToken: USDC,
  fees: { integratorFee: null, zeroExFee: null, gasFee: null },
  issues: { allowance: null, balance: null, simulationIncomplete: false, invalidSourcesPassed: [] },
  liquidityAvailable: true,
  // 262914238 less 1%, rounded down: 260285095.62
  minBuyAmount: "260285095",
  mode: "exact-in",
  route: {
    fills: [{ from: WETH, to: USDC, source: "Aerodrome_V3", proportionBps: "10000" }],
    tokens: [
      { address: WETH, symbol: "WETH" },
      { address: USDC, symbol: "USDC" },
    ],
  },
  sellAmount: "100000000000000000",
  sellToken: WETH,
  tokenMetadata: {
    buyToken: { buyTaxBps: "0", sellTaxBps: "0" },
    sellToken: { buyTaxBps: "0", sellTaxBps: "0" },
  },
  totalNetworkFee: "21080000000000000",
  transaction: {
    to: ALLOWANCE_HOLDER,
    data: "0x2213bc0bABcd",
    gas: "288079",
    gasPrice: "73178385",
    value: "0",
  },
  zid: "0x111111111111111111111111",
};

/**
 * An exact-out answer as observed in July 2026 (buy 1000 USDC with WETH), with a firm quote's
 * transaction added.
 */
export const zeroXExactOut = {
  blockNumber: "20000000",
  buyAmount: "1000000000",
  buyToken: USDC,
  sellToken: WETH,
  mode: "exact-out",
  estimatedNetSellAmount: "532395869222553609",
  maxSellAmount: "537875904502779850",
  gas: "321298",
  gasPrice: "96813260",
  totalNetworkFee: "31105906811480",
  liquidityAvailable: true,
  routes: { forward: { fills: [], tokens: [] }, refund: { fills: [], tokens: [] } },
  transaction: {
    to: ALLOWANCE_HOLDER.toLowerCase(),
    data: "0x2213bc0b00",
    gas: null,
    gasPrice: "96813260",
    value: "0",
  },
  zid: "0x222222222222222222222222",
};

export const uniswapQuote = {
  requestId: "7c1f2b1e-1",
  routing: "CLASSIC",
  quote: {
    chainId: 8453,
    input: { token: "0x4200000000000000000000000000000000000006", amount: "100000000000000000" },
    output: {
      token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      amount: "262914238",
      recipient: VAULT,
    },
    swapper: VAULT,
    slippage: 1,
    tradeType: "EXACT_INPUT",
    route: [
      [
        {
          type: "v4-pool",
          address: "0xpool",
          amountIn: "100000000000000000",
          amountOut: "262914238",
        },
      ],
    ],
    gasFee: "5000000000000",
    gasFeeUSD: "0.01",
    gasUseEstimate: "150000",
    priceImpact: 0.01,
    quoteId: "q-1",
  },
  permitData: { domain: {}, types: {}, values: {} },
  permitTransaction: null,
};

export const uniswapExactOut = {
  ...uniswapQuote,
  quote: {
    ...uniswapQuote.quote,
    input: { token: WETH, amount: "380000000000000001" },
    output: { token: USDC, amount: "1000000000", recipient: VAULT },
    tradeType: "EXACT_OUTPUT",
  },
};

export const uniswapSwap = {
  requestId: "7c1f2b1e-2",
  swap: {
    to: "0x6ff5693b99212da76ad316178a184ab56d299b43",
    from: VAULT,
    data: "0x3593564cABcd",
    value: "0x00",
    chainId: 8453,
    gasLimit: "250000",
  },
};
