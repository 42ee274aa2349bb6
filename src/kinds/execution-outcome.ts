import type { Address, Hash, Hex } from "viem";
import type { AnyOrder } from "../../schemas/any-order.ts";
import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import type { Details, Refusal } from "../lib/verdict.ts";

/** Shield figures for people and records: amounts as strings in base units. */
export type ShieldFigures = {
  swapShield: {
    priceFeedExists: boolean;
    deltaBps: number;
    oracleAmountBase: string;
    quotedAmountBase: string;
    toleranceBps: number;
    /** Seconds, 300 at most, for both tokens; null: neither has a pool. */
    oracleWindowSec: number | null;
  } | null;
  navShield: NavFigures | null;
  /** A position's pool price against the oracle's mean (shields/judge-pool-price.ts). */
  poolPrice?: { deltaBps: number; toleranceBps: number; oracleWindowSec: number | null };
  secondPrice?: SecondPrice;
  /**
   * A swap in `token`'s oracle pool: share of the vault's value and move of the price, in
   * millionths.
   */
  oracleSwap?: { token: Address; sharePpm: number; movePpm: number };
  perpEntry?: PerpEntryFigures;
  /** Given tokens counted by the oracle alone, for want of a venue's price. */
  oracleAlone?: Address[];
  /** A deciding price is a mean over too short a time; the caller signs. */
  oracleWarning?: { message: string; windows: ShortWindow[] };
  /** Reasons that would refuse the agent's call: left to whoever signs. */
  warnings?: readonly Warning[];
};

export type Warning = { code: ErrorCode; message: string; details?: Details };

/**
 * `oracleWindowSec`: for both tokens and the base token. `unconfirmed`: tokens of a tenth of the
 * NAV or more without a venue's price, for which the 24-hour high was left out.
 */
export type NavFigures = NavShieldResult & {
  oracleWindowSec: number | null;
  unconfirmed?: UnconfirmedPrice[];
};

/** For a failure; parts not known yet are absent (decision D37). */
export type DebugCall = { to?: Address; from?: Address; value?: string; data?: Hex };

/** From the receipt; `estimated` when a native side is the quote's (decision D31). */
export type ExecutedAmounts = { soldBase: bigint; boughtBase: bigint; estimated: boolean };

/** The attempt and its order as prepare left it (null for a direct call). */
export type Intent = { attempt: Attempt; order: AnyOrder | null; version: number | null };

/**
 * `pending` is neither success nor failure. A refusal after the attempt was written carries it
 * closed as never sent, to finish the order's record.
 */
export type ExecutionOutcome =
  | {
      status: "unsigned";
      transaction: UnsignedTransaction;
      /** An owner's plan: all calls in order; `transaction` is the first. */
      transactions?: UnsignedTransaction[];
      unmeasured?: string[];
      swap: AttemptSwap | null;
      figures: ShieldFigures;
    }
  | {
      status: "confirmed";
      hash: Hash;
      blockNumber: bigint;
      amounts: ExecutedAmounts | null;
      intent: Intent;
      figures: ShieldFigures;
    }
  | { status: "pending"; hash: Hash; intent: Intent; figures: ShieldFigures }
  | { status: "reverted"; hash: Hash; intent: Intent; refusal: Refusal; debugCall: DebugCall }
  | { status: "refused"; refusal: Refusal; debugCall?: DebugCall; intent?: Intent };

/**
 * A token that decides about the NAV without a venue's price. Values are the vault's holding in its
 * base token.
 */
export type UnconfirmedPrice = {
  token: Address;
  reason: "no_venue_price" | "differs" | "unread";
  oracleBase?: string;
  venueLowBase?: string;
  venueHighBase?: string;
};

/** Averaging time of a token's oracle price, and the call that widens it: 0 wei, any wallet. */
export type ShortWindow = {
  token: Address;
  symbol: string;
  windowSec: number;
  neededSec: number;
  slots: number;
  slotsNeeded: number;
  /** Trades in the oracle's own pool until paid slots are in use; 0: no more slots are paid for. */
  tradesToWiden: number;
  callTo: Address;
  callData: Hex;
};

export type NavShieldResult = {
  /** False only for a vault without supply and without value. */
  measured: boolean;
  basis: "unitaryValue" | "netTotalValue";
  /** Fall below the high, or the call's own cost where larger: basis points, rounded up. */
  lossBps: number;
  thresholdBps: number;
  before: string;
  after: string;
  baseline: string | null;
  /**
   * The 24-hour high or the value by venue prices, where below the value before: the base for the
   * call's cost.
   */
  lower?: string;
  /** Value moves to another chain on purpose: `before` and `baseline` are compared less that. */
  stated?: StatedMove;
};

/**
 * A judged move. `perUnit` and `amountBase`: what a unit and the vault lose, in base units of the
 * base token.
 */
export type StatedMove = {
  perUnit: string;
  amountBase: string;
  /** Simulated outflow with fee, over the value before or the lower confirmed value; rounded up. */
  bps: number;
  /** The same in parts per billion, which days and weeks add up. */
  ppb: number;
  toleranceBps: number;
};

/** Percentages in basis points, leverage in hundredths. */
export type PerpEntryFigures = {
  leverageHundredths: string;
  collateralBps: string;
  notionalBps: string;
  liquidationDistanceBps: string | null;
  priceDeviationBps: string;
  priceAgeSec: number;
};

/** Prices of token0 in token1, human units; null: none. `deltaBps`: lowest to highest. */
export type SecondPrice = {
  poolPrice: string;
  oraclePrice: string;
  soldPrice: string | null;
  boughtPrice: string | null;
  deltaBps: number | null;
  toleranceBps: number;
};
