import type { Address, Hash, Hex } from "viem";
import type { AnyOrder } from "../../schemas/any-order.ts";
import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import type { Details, Refusal } from "../lib/verdict.ts";

/** The shields' figures for people and records: amounts as strings in base units. */
export type ShieldFigures = {
  swapShield: {
    priceFeedExists: boolean;
    deltaBps: number;
    oracleAmountBase: string;
    quotedAmountBase: string;
    toleranceBps: number;
    /** Of both tokens, in seconds, at most 300; null: neither has a pool. */
    oracleWindowSec: number | null;
  } | null;
  navShield: NavFigures | null;
  /** Of a call on a liquidity position: how far the pool's price is from the oracle's mean (shields/judge-pool-price.ts). */
  poolPrice?: { deltaBps: number; toleranceBps: number; oracleWindowSec: number | null };
  /** For what it adds, in either direction, beside pool and oracle. */
  secondPrice?: SecondPrice;
  /** In the oracle's own pool of `token`: its share of the vault's value, and what it moves that price by, in millionths. */
  oracleSwap?: { token: Address; sharePpm: number; movePpm: number };
  /** What its limits were held against. */
  perpEntry?: PerpEntryFigures;
  /** Given away and counted by the oracle alone: no venue's price was at hand. */
  oracleAlone?: Address[];
  /** A deciding price is a mean over too short a time and the caller signs the transaction itself. */
  oracleWarning?: { message: string; windows: ShortWindow[] };
  /** Would have refused the agent's call, or could not be measured: left to whoever signs. */
  warnings?: readonly Warning[];
};

/** With the figures that it compared. */
export type Warning = { code: ErrorCode; message: string; details?: Details };

/**
 * `oracleWindowSec`: of both tokens and the base token. `unconfirmed`: why the 24-hour high was left out, tokens of a tenth of the NAV or
 * more whose price no venue confirms.
 */
export type NavFigures = NavShieldResult & { oracleWindowSec: number | null; unconfirmed?: UnconfirmedPrice[] };

/** When something failed; parts that were not known yet are absent (decision 47). */
export type DebugCall = { to?: Address; from?: Address; value?: string; data?: Hex };

/** From its receipt. `estimated` when a native side had to be kept as quoted (decision 42). */
export type ExecutedAmounts = { soldBase: bigint; boughtBase: bigint; estimated: boolean };

/** With its order as prepare left it (null for a direct call). */
export type Intent = { attempt: Attempt; order: AnyOrder | null; version: number | null };

/**
 * `pending` is neither success nor failure. A refusal after the attempt was written carries it closed as never sent, for the step that
 * finishes the order's record.
 */
export type ExecutionOutcome =
  | {
      status: "unsigned";
      transaction: UnsignedTransaction;
      /** Of a plan of its owner's own calls: all of them in order, `transaction` is the first. */
      transactions?: UnsignedTransaction[];
      /** Sentences for what could not be measured of them. */
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

/** A token whose price decides about the NAV and that no venue's price confirms. Values are of what the vault holds, in its base token. */
export type UnconfirmedPrice = {
  token: Address;
  reason: "no_venue_price" | "differs" | "unread";
  oracleBase?: string;
  venueLowBase?: string;
  venueHighBase?: string;
};

/** Over how long a token's oracle price is a mean, with the call that widens it: 0 wei, from any wallet. */
export type ShortWindow = {
  token: Address;
  /** From the chain's own table; else its address. */
  symbol: string;
  windowSec: number;
  neededSec: number;
  slots: number;
  slotsNeeded: number;
  /** Enough slots are paid for; so many more trades in the oracle's own pool, and they are in use. 0: no more slots are paid for. */
  tradesToWiden: number;
  callTo: Address;
  callData: Hex;
};

export type NavShieldResult = {
  /** False only for a vault without supply and without value. */
  measured: boolean;
  /** What was compared. */
  basis: "unitaryValue" | "netTotalValue";
  /** Fall below the high, or what the call itself costs where that is more, in basis points, rounded up; 0 when there is none. */
  lossBps: number;
  thresholdBps: number;
  before: string;
  after: string;
  baseline: string | null;
  /** The 24-hour high, or the value before by venues' prices, the lower of them where it is below the value before: what the call costs is a share of it. */
  lower?: string;
  /** Present where value moves to another chain on purpose: `before` and `baseline` are compared less that. */
  stated?: StatedMove;
};

/** A move that was judged. `perUnit` and `amountBase`: in base units of the base token, what a unit and the vault have less by it. */
export type StatedMove = {
  perUnit: string;
  amountBase: string;
  /** What left the vault in the simulation, fee included, of its value before, or of the lower value that is confirmed; rounded up. */
  bps: number;
  /** The same in parts per billion: it is added up over a day and a week. */
  ppb: number;
  toleranceBps: number;
};

/** What was compared, for the answer: percentages in basis points, leverage in hundredths. */
export type PerpEntryFigures = {
  leverageHundredths: string;
  collateralBps: string;
  notionalBps: string;
  liquidationDistanceBps: string | null;
  priceDeviationBps: string;
  priceAgeSec: number;
};

/** Prices of token0 in token1, in human units; null where there is none. `deltaBps`: from the lowest to the highest. */
export type SecondPrice = {
  poolPrice: string;
  oraclePrice: string;
  soldPrice: string | null;
  boughtPrice: string | null;
  deltaBps: number | null;
  toleranceBps: number;
};
