import type { Address } from "viem";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallPlaces } from "./call-places.ts";
import type { Checked } from "./checked.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { LimitedCall, MovedAssets } from "./limited-call.ts";
import type { CallPlan } from "./plan.ts";

/** What holds for a kind of call, read from its bytes, whichever tool planned it. */
export type CallRule<C extends { kind: string } = { kind: string }> = {
  /** The NAV Shield measures it. */
  movesAssets: boolean;
  /** Every account that gets something by it: each has to be the vault. */
  recipients(call: C): readonly Address[];
  /**
   * From its bytes alone. null: a way out (what closes, takes out, collects, claims, cancels), or a change within the vault: never counted,
   * never refused.
   */
  limited(call: C, addresses: ChainAddresses): LimitedCall | null;
  /** In its calldata, Unix seconds; at most as late as a swap's may be. */
  deadlineSec?(call: C): bigint;
  /** Sent even where the oracle's prices are means over too short a time: its `check` bounds it without them. */
  evenWithShortWindow?: true;
  /**
   * A way out: judged by its own minimum and by the value right before it, never by the 24-hour high, a NAV that cannot be measured, an
   * oracle's window or distance, or the loss budget (decisions 285 and 390).
   */
  lowersRisk?(call: C): boolean;
  /** To another chain without its supply: NAV per unit falls by that on purpose. */
  moves?(call: C, ctx: ExecutionContext): MovedAssets | undefined;
  /** Tokens whose oracle price decides what it does, beside the base token's. */
  priced?(call: C): readonly Address[];
  /** Of a venue that acts after the transaction: followed until the venue has, or has not (decision 287). */
  follow?(call: C, ctx: ExecutionContext): FollowedCall | undefined;
  /** What comes after the simulated block: it runs at the build and again right before the call is sent. */
  boundByCheck?: true;
  /** It follows a price, or has an id of its own, and is not the same planned twice. */
  sentAsApproved?: true;
  /** What the call alone says against it. */
  refusal?(call: C, ctx: ExecutionContext): Refusal | undefined;
  /**
   * Beside the NAV Shield, over figures that it reads itself, at the time of the simulation. `own`: right before sending, the attempt that
   * it is written down as.
   */
  check?(ctx: ExecutionContext, call: C, plan: CallPlan, own?: string): Promise<Checked>;
  /**
   * From its own bytes: a title, and what a card's reader has to see of pool, hook, range, amounts and recipients. Left out: its plan's
   * words stand alone.
   */
  words?(call: C, places: CallPlaces): { title?: string; lines: string[] };
};
