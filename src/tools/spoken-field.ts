/** Form of one argument in the operator's words. */
export type SpokenField =
  /**
   * A figure, once. `of` is the argument of its token, or one token in capitals. `after` is the
   * word before it, read with it alone; `notAfter` may not stand there. `isSlice`: "0.2 at a time".
   */
  | { is: "amount"; of?: string; after?: string; notAfter?: string; isSlice?: true }
  /** A symbol or address, behind the words `after`. */
  | { is: "token"; after?: string }
  /** "to arbitrum" (`to`); "on" or "from arbitrum" (`at`, by default the request's chain). */
  | { is: "chain"; role: "at" | "to" }
  /**
   * A number, behind one of the words `after` where there are any; `all`: 0 is said as "all".
   * `listedBy`: the tool that lists what it may be, for who describes it ("the daily order").
   */
  | { is: "number"; after?: string; all?: true; listedBy?: string }
  /** Number of slices. */
  | { is: "count" }
  | { is: "venue" }
  /** Type of a trade that waits for a price, and whose price it is. */
  | { is: "condition" }
  /** A pool's fee in hundredths of a basis point: "0.05%", "5 bps", "fee 500". */
  | { is: "fee" }
  /** Prices of the first argument in the second: "full range", "+-10%", "1800 to 3200". */
  | { is: "range"; pair: readonly [string, string] }
  /** "all", "half", "50%", "1000 units". */
  | { is: "share" }
  /** Said by one of these words where true, by none where false. */
  | { is: "flag"; words: string }
  /** A name of several words, behind "named" or "called". */
  | { is: "name" }
  /** "every 30 minutes", "hourly"; `over`: "over 2 hours". */
  | { is: "minutes"; over?: true }
  /** Side of a position or of a trade, where closing a long sells. A swap's tokens say it. */
  | { is: "side"; of: "position" | "trade" | "swap" }
  /** Amount of the coin `of`, or share of the position: "0.5 ETH", "half", "50%", "all". */
  | { is: "part"; of: string }
  /** Size in dollars of `of` ("$500 of ETH"), else behind "size". */
  | { is: "dollars"; of?: string }
  /**
   * Price behind one of these words; `behind` words may stand between. `named` elsewhere makes "to
   * 2300" a price. `of` names what is traded, which is no unit of it.
   */
  | { is: "price"; after?: string; behind?: string; named?: string; of?: string }
  /** One value, each with its phrases. `unsaid` is its value where the words are silent. */
  | {
      is: "choice";
      said: Readonly<Record<string, readonly string[]>>;
      unsaid?: (args: Readonly<Record<string, unknown>>) => string;
    }
  /** "5x". */
  | { is: "leverage" }
  /**
   * Collateral in the token `token`: "with 500 USDC". Without `sizes` it only adds to a position,
   * which the words must say. `isTaken`: it comes back, which "with" does not say.
   */
  | { is: "backing"; token: string; sizes?: readonly string[]; isTaken?: boolean }
  /** Token of the collateral without an `amount`: "USDC collateral". */
  | { is: "backed"; amount: string }
  /** Exit from a position in the market `of`: all, a share, dollars, or only collateral. */
  | { is: "exit"; of: string }
  /** An order's hexadecimal id. */
  | { is: "key" };
