/** Names of request fields in a person's words. */
const WORDS: Readonly<Record<string, string>> = {
  amountIn: "amount to sell",
  amountOut: "amount to buy",
  tokenIn: "token to sell",
  tokenOut: "token to buy",
  baseToken: "base token",
  sellToken: "token to sell",
  buyToken: "token to buy",
  tokenA: "first token",
  tokenB: "second token",
  amountA: "amount of the first token",
  amountB: "amount of the second token",
  poolId: "id of the pool",
  tokenId: "id of the position",
  tickRange: "price range",
  tickSpacing: "tick spacing",
  liquidityAmount: "amount of liquidity",
  totalAmount: "total",
  sliceAmount: "amount of a slice",
  sliceCount: "number of slices",
  durationMinutes: "duration in minutes",
  intervalMinutes: "interval in minutes",
  remainingSlices: "number of slices left",
  limitPrice: "limit price",
  limitPriceOf: "token of the limit price",
  startAt: "start",
  expiresAt: "end",
  maxGasPrice: "highest gas price",
  randomize: "random sizes and times",
  catchUp: "choice to catch up",
  thresholdBps: "threshold in basis points",
  maxPerRun: "most of a run",
  maxPerDay: "most of a day",
  maxPerTransaction: "most of a transaction",
  maxPerTokenPerDay: "most of a day for one token",
  perToken: "limits of single tokens",
  nameToken: "name of a token that may be bought",
  configId: "number of the sync",
  priceOf: "token that the price is of",
  autoExecute: "automatic execution",
  viaVault: "trade through the vault",
  slippageBps: "slippage in basis points",
  vaultAddress: "address of the vault",
  destinationChain: "chain to arrive on",
  sourceChain: "chain to leave",
  targetChain: "chain to bring it to",
  useNativeEth: "choice of the coin itself",
  shouldUnwrapOnDestination: "choice of the coin on arrival",
  navToleranceBps: "sync tolerance in basis points",
  transactionHash: "hash of the transaction",
  minAmount: "least amount",
  notionalUsd: "size in dollars",
  orderType: "type of the order",
  isLong: "side",
  sizeDeltaUsd: "change of size in dollars",
  collateralAmount: "amount of collateral",
  collateralDeltaAmount: "amount of collateral to take back",
  triggerPrice: "trigger price",
  acceptablePrice: "worst price",
  orderKey: "key of the order",
  decreasedAt: "times of the decreases",
  reduceOnly: "choice to reduce only",
  orderId: "number of the order",
  cloid: "own id of the order",
  tif: "time in force",
  orderedAt: "time of the order",
  chainId: "number of the chain",
  operatorAddress: "address of the operator",
  authSignature: "signature",
  authTimestamp: "time of the signature",
  executionMode: "way of execution",
  operationId: "id of the operation",
  toolName: "name of the tool",
};
const FIELD = new RegExp(
  `([.:;] )?(?:\\barguments\\.)?\\b(${Object.keys(WORDS).join("|")})\\b`,
  "g",
);

/**
 * Puts names of request fields into a person's words.
 * @example inPlainWords("sellToken and buyToken are the same token.")
 * // "Token to sell and token to buy are the same token."
 */
export function inPlainWords(text: string): string {
  return text.replace(FIELD, (_, before: string | undefined, field: string, at: number) => {
    const words = WORDS[field] ?? field;
    const isFirst = at === 0 || before !== undefined;
    return `${before ?? ""}${isFirst ? words.charAt(0).toUpperCase() : words.charAt(0)}${words.slice(1)}`;
  });
}
