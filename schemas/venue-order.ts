import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { oneOf } from "./one-of.ts";
import { hexAddress, hexHash, unixMs } from "./primitives.ts";
import { type Followed, protocolsThat } from "./protocol-ids.ts";

/** Families of venues that act on an order after its transaction. */
export type VenueOrderFamily = Followed["family"];
export const venueOrderFamily = oneOf<VenueOrderFamily>(() =>
  protocolsThat.follow().map(({ family }) => family),
);
/** The family's name for people. */
export const venueNameOf = (wanted: VenueOrderFamily): string =>
  protocolsThat.follow().find(({ family }) => family === wanted)?.name ?? wanted;

/** Names and values for people, in whole units: `{ size: "0.5 BTC", price: "60000" }`. */
const facts = z.record(z.string(), z.string());

/** A call's order at such a venue, by its own bytes. Kept with its attempt until that is mined. */
export const followedCall = z.object({
  family: venueOrderFamily,
  /** One line for its operator: "Buy 0.5 BTC at 60,000 or better". */
  summary: z.string().max(200),
  /** It may wait for a price as long as it takes. Absent: the venue is to act on it at once. */
  rests: z.literal(true).optional(),
  /**
   * Texts by which the venue finds it again (perp_b: asset, cloid, size, limit price; perp_a:
   * market, side, size).
   */
  ordered: facts,
});
export type FollowedCall = z.infer<typeof followedCall>;

/**
 * | status | what the venue's own records say |
 * |---|---|
 * | waiting | nothing yet, or that it is open |
 * | executed | all of it was done |
 * | partly_executed | a part was done, the rest never will be |
 * | cancelled | it was taken, and ended without effect |
 * | dropped | it was never taken, or is gone without effect |
 * | unknown | no answer for too long, or none that decides: its operator has to look |
 */
export const venueOrderStatus = z.enum([
  "waiting",
  "executed",
  "partly_executed",
  "cancelled",
  "dropped",
  "unknown",
]);

/** End of an order. `atMs` is the venue's time; without one, the time it was seen. */
export const venueOrderEnd = z.object({
  status: venueOrderStatus.exclude(["waiting"]),
  /** By the venue's own records; empty where it did nothing. */
  amounts: facts,
  reason: z.string().max(400),
  atMs: unixMs,
});
export type VenueOrderEnd = z.infer<typeof venueOrderEnd>;

/**
 * An order at such a venue, followed from the block of its attempt until the venue has executed,
 * cancelled or dropped it.
 */
export const venueOrder = z.object({
  /** Its attempt's. */
  id: z.string(),
  vault: hexAddress,
  chainId: everyChainId,
  operator: hexAddress,
  ...followedCall.shape,
  /** Hash of the placing transaction, as it is mined now. */
  hash: hexHash,
  /** When the call was written down. */
  createdAt: unixMs,
  status: venueOrderStatus,
  looks: z.int().min(0),
  nextLookMs: unixMs,
  /** When its venue was last read. Absent: never. */
  answeredAt: unixMs.optional(),
  /** Its operator was told that it takes too long. */
  isLate: z.literal(true).optional(),
  /** Absent while it waits. */
  end: venueOrderEnd.optional(),
});
export type VenueOrder = z.infer<typeof venueOrder>;

/**
 * Result of one look at the venue. `isStuck`: the venue waits until somebody acts, which is told.
 * `unreadable` is no answer: it never ends an order as dropped.
 */
export type VenueOrderLook =
  | { kind: "waiting"; isStuck?: true }
  | ({ kind: "ended" } & VenueOrderEnd)
  | { kind: "unreadable" };
