export const TRADE_FIELDS = {
  /** What the words of a sliced order are read for. Any other option of the tool is no model's to set, and `autoExecute` is the words'. */
  sliced: {
    side: true,
    sellToken: true,
    buyToken: true,
    totalAmount: true,
    dex: true,
    chain: true,
    sliceAmount: true,
    sliceCount: true,
    durationMinutes: true,
    intervalMinutes: true,
    limitPrice: true,
  },

  /** What the words of a trigger order are read for. */
  triggered: {
    type: true,
    side: true,
    sellToken: true,
    buyToken: true,
    totalAmount: true,
    price: true,
    priceOf: true,
    dex: true,
    chain: true,
  },
} as const;
