/** For its own slices. Absent: nothing. */
export type SwapBounds = {
  /** `unit`: of the price, for people ("USDC per ETH"). */
  limit?: LimitPrice & { unit: string };
  /** In gwei: the highest fee per gas that is signed. */
  maxGasPrice?: string;
  /** Unix seconds: the last that the calldata may be good at. */
  endsSec?: number;
  /** Unix ms: an intent is written down by then or not at all, because what decided it is too old. */
  writtenByMs?: number;
};

/** A limit price: of one token that is sold (`in`) or bought (`out`), in the other one, in human units as a plain decimal. */
export type LimitPrice = { price: string; of: "in" | "out"; decimalsIn: number; decimalsOut: number };
