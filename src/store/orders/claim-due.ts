import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../../schemas/any-order.ts";
import type { Attempt } from "../../../schemas/attempt.ts";
import { type ChainId, everyChainId } from "../../../schemas/chains.ts";
import type { VenueOrder } from "../../../schemas/venue-order.ts";
import type { CallContext, ClaimedOrder } from "../../kinds/call-context.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray, type Named, readNamed, storedJson } from "../kernel/stored-json.ts";
import { luaChannels } from "../outbox/lua-outbox.ts";
import { callContext } from "../vaults/load-call-context.ts";
import { luaContext, luaGrants, luaSettings } from "../vaults/lua-context.ts";
import { luaVenueOrders, storedVenueOrder } from "../venueorders/stored-venue-order.ts";
import { luaClaim } from "./lua-claim.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { claimedOrder } from "./stored-order.ts";
import { luaShares } from "./take-shares.ts";

type Input = WriteCall & {
  /** Orders, attempts, orders at venues, and WATCHED_PER_ORDER times as many ended attempts; the last vault's other due orders come along. */
  limit: number;
  leaseMs: number;
  /** Left out: unlimited. What is above waits (`waits`). */
  shares?: VenueShares | undefined;
  chainIds: readonly ChainId[];
  /** Of the schedule's delivery: seen before, nothing is claimed (decision 49). Left out for a further batch. */
  jti?: string | undefined;
  /** Of a tick's first claim: when the last one is longer ago, ticks were missed. */
  lateAfterMs?: number | undefined;
};

export type ClaimedAttempt = {
  attempt: Attempt;
  order: AnyOrder | null;
  orderVersion: number | null;
  context: CallContext;
  /** Of the attempt's own wallet, which need not be the one delegated to now: lowest open nonce, and those of ended attempts still watched. */
  lowestOpen: number | null;
  watchedNonces: number[];
};
/** An ended attempt whose transaction a reorg may still take back. */
export type WatchedAttempt = { attempt: Attempt; paired: boolean };
/** An order at a venue whose next look is due. */
export type DueVenueOrder = { order: VenueOrder; paired: boolean };
export type Claim =
  | { duplicate: true }
  | {
      duplicate: false;
      /** Fencing token of every lease this call took; higher than any before. */
      token: number;
      orders: ClaimedOrder[];
      attempts: ClaimedAttempt[];
      watched: WatchedAttempt[];
      venueOrders: DueVenueOrder[];
      /** What is due now beyond the limit, of the chains that have any. */
      left: { chainId: ChainId; orders: number; attempts: number; watched: number; venueOrders?: number | undefined }[];
      /** Orders (`vault:id`) and attempts: leased and left out, so that one cannot stop the tick. */
      unreadable: string[];
      /** Audit logs (`chainId:vault`) with an unsigned hundred; a few, for as long as the lease. */
      unsealed: string[];
      /** Whether any operator has a webhook. */
      hasWebhooks: boolean;
      /** The last tick before an outage of which not every operator was notified. */
      missedSinceMs?: number | undefined;
    };

const claimedAttempt = z.object({
  attempt: storedAttempt,
  order: absentToNull(storedJson(anyOrder)),
  orderVersion: absentToNull(z.int()),
  context: callContext,
  lowestOpen: absentToNull(z.int()),
  watchedNonces: luaArray(z.int()),
});
const watchedAttempt = z.object({ attempt: storedAttempt, paired: z.boolean() });
const dueVenueOrder = z.object({ order: storedVenueOrder, paired: z.boolean() });
const named = z.object({ name: z.string(), value: z.unknown() });

/**
 * Orders whose time lies before now, and open attempts whose check time has come. Operators take turns, a vault at a time, so that one with
 * thousands of due orders delays another's by one claim at most. An order is skipped while its lease runs or an attempt of it is open, a
 * vault while another claim holds one of its orders. A lease's end is the next due time, so that what a dead worker held comes back. One
 * trip, whatever is stored.
 */
export const claimDue = defineScript({
  name: "claim-due",
  effect: "write",
  uses: [
    luaAudit,
    luaOrders,
    luaAttempts,
    luaNav,
    luaVenuePrices,
    luaSettings,
    luaDecimals,
    luaSpent,
    luaContext,
    luaGrants,
    luaVenueOrders,
    luaSlices,
    luaShares,
    luaChannels,
    luaClaim,
  ],
  lua: `
local function main(input, now)
  if input.jti and not call('SET', K.jti(input.jti), '1', 'NX', 'EX', JTI_TTL_SEC) then return { duplicate = true } end
  local missed_since = input.lateAfterMs and note_tick(now, input.lateAfterMs)
  local token = int(call('INCR', K.fence()))
  local claim = {
    now = now, token = token, lease_end = now + input.leaseMs,
    shares = input.shares and input.shares.venues, share_window = input.shares and input.shares.windowMs, chains = input.chainIds, limit = input.limit,
    orders = {}, attempts = {}, watched = {}, venue_orders = {}, unreadable = {},
  }
  claim_orders(claim)
  claim_attempts(claim)
  claim_watched(claim)
  claim_venue_orders(claim)
  return {
    duplicate = false, token = tonumber(token), orders = claim.orders, attempts = claim.attempts, watched = claim.watched,
    venueOrders = claim.venue_orders,
    unreadable = claim.unreadable, unsealed = take_unsealed(now, claim.lease_end), left = count_left(claim),
    hasWebhooks = call('SCARD', K.webhookEndpoints()) > 0, missedSinceMs = missed_since,
  }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainIds, jti, lateAfterMs }) => [
    ...chainIds.flatMap((chainId) => [
      keys.due(chainId),
      keys.dueTurns(chainId),
      keys.attemptsOpen(chainId),
      keys.attemptsWatched(chainId),
      keys.venueOrdersDue(chainId),
    ]),
    keys.fence(),
    keys.webhookEndpoints(),
    ...(jti === undefined ? [] : [keys.jti(jti)]),
    ...(lateAfterMs === undefined ? [] : [keys.lastTick(), keys.missedTicks()]),
  ],
  output: z.discriminatedUnion("duplicate", [
    z.object({ duplicate: z.literal(true) }),
    z
      .object({
        duplicate: z.literal(false),
        token: z.int(),
        orders: luaArray(named),
        attempts: luaArray(named),
        watched: luaArray(named),
        venueOrders: luaArray(named),
        left: luaArray(
          z.object({
            chainId: everyChainId,
            orders: z.int(),
            attempts: z.int(),
            watched: z.int(),
            venueOrders: z.int().optional(),
          }),
        ),
        unreadable: luaArray(z.string()),
        unsealed: luaArray(z.string()),
        hasWebhooks: z.boolean(),
        missedSinceMs: z.int().optional(),
      })
      .transform(readEach),
  ]),
});

type Raw = Omit<Exclude<Claim, { duplicate: true }>, "orders" | "attempts" | "watched" | "venueOrders"> & {
  orders: Named[];
  attempts: Named[];
  watched: Named[];
  venueOrders: Named[];
};

function readEach(raw: Raw): Exclude<Claim, { duplicate: true }> {
  const unreadable = [...raw.unreadable];
  return {
    ...raw,
    orders: readNamed(claimedOrder, raw.orders, unreadable),
    attempts: readNamed(claimedAttempt, raw.attempts, unreadable),
    watched: readNamed(watchedAttempt, raw.watched, unreadable),
    venueOrders: readNamed(dueVenueOrder, raw.venueOrders, unreadable),
    unreadable,
  };
}
