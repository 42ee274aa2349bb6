/**
 * What an operator sets of an order beside its size and pace, as a history plans it. Prices are
 * USDC for 1 WETH, in basis points away from the first one; times are minutes after the order is
 * asked for.
 */
export type OptionsPlan = {
  limitBps?: number | undefined;
  /** Whether the limit price is said of the token that the side does not name. */
  isOfOther?: boolean | undefined;
  startMin?: number | undefined;
  expiresMin?: number | undefined;
  /** Most of a gas price, in percent of what the chain takes when a history begins. */
  gasPercent?: number | undefined;
  /** Percent of a slice's size, and of its interval. */
  randomize?: { size: number; time: number } | undefined;
  catchUp?: boolean | undefined;
  /** Left out where it is five. */
  intervalMinutes?: number | undefined;
};

/** Of one vault, in whole USDC: what is left out is not limited. */
export type LimitsPlan = { party: number; set: keyof typeof LIMIT_SETS };

export type LimitSet = {
  perTransaction?: string;
  perDay?: string;
  perToken?: string;
  /** May be bought: left out where all may. USDC, the base token, always may. */
  tokens?: "USDC" | "listed";
  venues?: readonly ("uniswap" | "0x" | "across")[];
};

/** A slice sells 20 USDC and a little more, or buys WETH for 14; a call sells 3.1. */
export const LIMIT_SETS = {
  none: {},
  wide: { perTransaction: "100000", perDay: "200000", perToken: "150000", tokens: "listed" },
  "a day of 45": { perDay: "45" },
  "a day of 24": { perDay: "24", perToken: "24" },
  "a token's day of 42": { perDay: "100000", perToken: "42" },
  "a transaction of 10": { perTransaction: "10" },
  "pools alone": { venues: ["uniswap", "across"] },
  "0x alone": { venues: ["0x"] },
  "USDC alone": { tokens: "USDC" },
} as const satisfies Record<string, LimitSet>;

/** What the operator of a history's first vault does about its limits. */
export const LIMIT_COMMANDS = [
  "limits: none",
  "limits: wide",
  "limits: a day of 45",
  "limits: a day of 24",
  "limits: a transaction of 10",
  "limits: 0x alone",
  "limits: USDC alone",
] as const satisfies readonly `limits: ${keyof typeof LIMIT_SETS}`[];

/** A call the other way: what it gives away is valued by the oracle. */
export const WAY_BACK = "call for USDC";

/** What the operator of an order does about it while it runs. */
export const ORDER_COMMANDS = [
  "skip",
  "edit interval",
  "edit limit price",
  "edit limit price away",
  "edit expiry",
  "edit expiry away",
  "edit slices",
] as const;

/**
 * Met at a price so many basis points away from the first one: trades once, or into a TWAP of so
 * many slices.
 */
export type TriggerPlan = {
  party: number;
  type: "limit" | "stop" | "take-profit";
  side: "buy" | "sell";
  buys: "WETH" | "USDC";
  bps: number;
  /** Whether its price is said of the token that the side does not name. */
  isOfOther?: boolean | undefined;
  into?: number | undefined;
  expiresMin?: number | undefined;
};
export const TRIGGER_COMMANDS = [
  "create trigger",
  "cancel trigger",
  "cancel trigger as an order",
] as const;
