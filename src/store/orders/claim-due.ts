import * as z from "zod";
import { type ChainId, everyChainId } from "../../../schemas/chains.ts";
import { type AnyOrder, anyOrder } from "../../../schemas/orders/any-order.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull, readNamed, storedJson } from "../kernel/stored-json.ts";
import { luaChannels } from "../outbox/lua-outbox.ts";
import { callContext } from "../vaults/load-call-context.ts";
import { luaContext, luaGrants, luaSettings } from "../vaults/lua-context.ts";
import { luaVenueOrders, storedVenueOrder } from "../venueorders/stored-venue-order.ts";
import { luaClaim } from "./lua-claim.ts";
import { luaSlices } from "./lua-order-changes.ts";
import { luaOrders } from "./lua-orders.ts";
import { claimedOrder, namedRecords } from "./stored-order.ts";
import { luaShares } from "./take-shares.ts";

type Input = WriteCall & {
  /**
   * Bounds orders, attempts and venue orders; WATCHED_PER_ORDER times as many ended attempts. The
   * last vault's other due orders come along.
   */
  limit: number;
  leaseMs: number;
  /** Absent: unlimited. An order above its share waits (`waits`). */
  shares?: VenueShares | undefined;
  chainIds: readonly ChainId[];
  /**
   * Id of the schedule's delivery; a repeat claims nothing (decision D42). Absent for a further
   * batch.
   */
  jti?: string | undefined;
  /** Only a tick's first claim: a longer pause means missed ticks. */
  lateAfterMs?: number | undefined;
  /** Vaults whose NAV is to be sampled are counted, too. */
  countSamples?: boolean | undefined;
};

const CLAIM_PIECES: readonly string[] = [
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
];

const claimedAttempt = z.object({
  attempt: storedAttempt,
  order: orNull(storedJson(anyOrder)),
  orderVersion: orNull(z.int()),
  context: callContext,
  /** These two are of the attempt's own wallet, which need not be the one delegated to now. */
  lowestOpen: orNull(z.int()),
  watchedNonces: luaArray(z.int()),
});
export type ClaimedAttempt = z.infer<typeof claimedAttempt>;

const watchedAttempt = z.object({ attempt: storedAttempt, paired: z.boolean() });
export type WatchedAttempt = z.infer<typeof watchedAttempt>;

const dueVenueOrder = z.object({ order: storedVenueOrder, paired: z.boolean() });
export type DueVenueOrder = z.infer<typeof dueVenueOrder>;

/**
 * Leases due orders and attempts in one trip. Operators take turns, a vault at a time, so that one
 * with thousands of orders delays another by one claim at most. A lease's end is the next due time:
 * a dead worker's orders come back.
 */
export const claimDue = defineScript({
  name: "claim-due",
  uses: CLAIM_PIECES,
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
    samplesDue = input.countSamples and call('ZCOUNT', K.samplesDue(), '-inf', int(now)) or 0,
  }
end`,
  encode: (input: Input) => input,
  declares: (keys, { chainIds, jti, lateAfterMs, countSamples }) => [
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
    ...(countSamples ? [keys.samplesDue()] : []),
  ],
  output: z.discriminatedUnion("duplicate", [
    z.object({ duplicate: z.literal(true) }),
    z
      .object({
        duplicate: z.literal(false),
        /** Fencing token of all leases of this call; higher than any before. */
        token: z.int(),
        orders: namedRecords,
        attempts: namedRecords,
        watched: namedRecords,
        venueOrders: namedRecords,
        /** Due beyond the limit, only chains that have any. */
        left: luaArray(
          z.object({
            chainId: everyChainId,
            orders: z.int(),
            attempts: z.int(),
            watched: z.int(),
            venueOrders: z.int().optional(),
          }),
        ),
        /** Leased and left out: none can stop the tick. */
        unreadable: luaArray(z.string()),
        /** Audit logs (`chainId:vault`) with an unsigned hundred: a few, leased too. */
        unsealed: luaArray(z.string()),
        hasWebhooks: z.boolean(),
        /** 0 where it was not asked for. */
        samplesDue: z.int(),
        /** The last tick before an outage that some operators were not notified of. */
        missedSinceMs: z.int().optional(),
      })
      .transform((raw) => {
        const unreadable = [...raw.unreadable];
        return {
          ...raw,
          orders: readNamed(claimedOrder, raw.orders, unreadable),
          attempts: readNamed(claimedAttempt, raw.attempts, unreadable),
          watched: readNamed(watchedAttempt, raw.watched, unreadable),
          venueOrders: readNamed(dueVenueOrder, raw.venueOrders, unreadable),
          unreadable,
        };
      }),
  ]),
});

export type Claim = Awaited<ReturnType<typeof claimDue.run>>;

type Freed = WriteCall & {
  /** Its own leases on a vault do not block the vault's other orders. */
  token: number;
  leaseMs: number;
  /** Absent: unlimited. An order above its share waits (`waits`). */
  shares?: VenueShares | undefined;
  orders: readonly Pick<AnyOrder, "vaultAddress" | "id" | "chainId" | "operatorAddress">[];
};

/**
 * Leases orders that became due during a claim, under its token, and their vaults' other due ones:
 * their last slice was not known to have ended before.
 */
export const claimFreed = defineScript({
  name: "claim-freed",
  uses: CLAIM_PIECES,
  lua: `
local function main(input, now)
  local claim = {
    now = now, token = int(input.token), lease_end = now + input.leaseMs,
    shares = input.shares and input.shares.venues, share_window = input.shares and input.shares.windowMs, orders = {}, unreadable = {},
  }
  for _, freed in ipairs(input.orders) do claim_freed(claim, freed) end
  return { orders = claim.orders, unreadable = claim.unreadable }
end`,
  encode: ({ orders, ...rest }: Freed) => ({
    ...rest,
    orders: orders.map(({ vaultAddress, id, chainId, operatorAddress }) => ({
      vault: vaultAddress,
      id,
      chain: chainId,
      operator: operatorAddress,
    })),
  }),
  declares: (keys, { orders }) => [
    ...new Set(orders.flatMap(({ chainId }) => [keys.due(chainId), keys.dueTurns(chainId)])),
    ...orders.map(({ vaultAddress, id }) => keys.order(vaultAddress, id)),
  ],
  output: z
    .object({
      orders: namedRecords,
      unreadable: luaArray(z.string()),
    })
    .transform((raw) => {
      const unreadable = [...raw.unreadable];
      return { orders: readNamed(claimedOrder, raw.orders, unreadable), unreadable };
    }),
});
