/** How one argument stands in the words. */
export type SpokenField =
  /**
   * A figure, once. `of`: the argument of its token, or in capitals the one token it can be. `after`: the word right before it, read with it
   * and nowhere else. `notAfter`: one that may not stand there. `isSlice`: of each slice ("0.2 at a time").
   */
  | { is: "amount"; of?: string; after?: string; notAfter?: string; isSlice?: true }
  /** A symbol or an address; `after`: the words it has to follow. */
  | { is: "token"; after?: string }
  /** "to arbitrum" (`to`), "on arbitrum" or "from arbitrum" (`at`, where left out the request's chain). */
  | { is: "chain"; role: "at" | "to" }
  /** A number behind one of these words, or one that stands for an order's; `all`: 0 is "all" in letters. */
  | { is: "number"; after: string; all?: true }
  /** How many slices. */
  | { is: "count" }
  | { is: "venue" }
  /** What a price that is waited for makes of a trade: its type, and whose price it is. */
  | { is: "condition" }
  /** Only where the reader itself reads the message as the same call: it turns with the words around it. */
  | { is: "read" }
  /** A pool's fee in hundredths of a basis point: "0.05%", "5 bps", "fee 500". */
  | { is: "fee" }
  /** Prices of the first of these arguments in the second: "full range", "+-10%", "1800 to 3200". */
  | { is: "range"; pair: readonly [string, string] }
  /** "all", "half", "50%", "1000 units". */
  | { is: "share" }
  /** One of these words where it is true, none where it is not. */
  | { is: "flag"; words: string }
  /** A name of several words, behind "named" or "called". */
  | { is: "name" }
  /** "every 30 minutes", "hourly"; `over`: "over 2 hours". */
  | { is: "minutes"; over?: true }
  /** Long or short: of a position, or as the trade, where closing a long is selling. Of a swap the tokens say it. */
  | { is: "side"; of: "position" | "trade" | "swap" }
  /** How much of the coin that the argument `of` names, or a share of the position: "0.5 ETH", "half", "50%", "all". */
  | { is: "part"; of: string }
  /** A size in dollars, of what the argument `of` names ("$500 of ETH"), else behind "size". */
  | { is: "dollars"; of?: string }
  /**
   * A price behind one of these words, which are read with it. `behind`: words that are read by themselves and may stand there too. `named`: the word
   * elsewhere that makes "to 2300" a price. `of`: the argument that names what is traded, which is no unit of it.
   */
  | { is: "price"; after: string; behind?: string; named?: string; of?: string }
  /** One of some values, each with the phrases that say it. `unsaid`: what it is where the words are silent. */
  | {
      is: "choice";
      said: Readonly<Record<string, readonly string[]>>;
      unsaid?: (args: Readonly<Record<string, unknown>>) => string;
    }
  /** "5x". */
  | { is: "leverage" }
  /**
   * An amount of collateral, in the token that the argument `token` names: "with 500 USDC", "500 USDC of collateral".
   * `sizes`: the arguments without which it only adds to what is there, which the words then have to say.
   * `isTaken`: it comes back, which "with" does not say.
   */
  | { is: "backing"; token: string; sizes?: readonly string[]; isTaken?: boolean }
  /** The token of the collateral, where no `amount` of it is said: "USDC collateral". */
  | { is: "backed"; amount: string }
  /** What is closed of a position in the market that the argument `of` names: all, a share, dollars, or only collateral. */
  | { is: "exit"; of: string }
  /** An order's own id in hexadecimals. */
  | { is: "key" };
