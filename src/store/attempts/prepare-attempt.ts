import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import type { Attempt } from "../../../schemas/attempt.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { auditOpened } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray, storedHashes, storedJson } from "../kernel/stored-json.ts";
import { luaOperations } from "../operations/lua-operations.ts";
import { luaOrders } from "../orders/lua-orders.ts";
import { luaGrantLimits, luaGrants, luaSettings } from "../vaults/lua-context.ts";
import { limitFigures, lossFigures, type Spend, spend, syncFigures } from "./loss-figures.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaDecimals } from "./lua-decimals.ts";
import { luaLosses, luaSyncs } from "./lua-losses.ts";
import { luaNav } from "./lua-nav.ts";
import { luaLimits, luaSpent } from "./lua-spent.ts";
import { luaUnshownPerps } from "./lua-unshown-perps.ts";
import { attemptText } from "./stored-attempt.ts";

type Input = WriteCall & {
  /** With its nonce and first hash; stored as `prepared`. */
  attempt: Attempt;
  /** The chain's transaction count of the agent. */
  chainNonce: number;
  /** Open attempts of the same wallet of which a receipt was seen. */
  explained?: readonly string[] | undefined;
  /** For a resolver: after the caller is done with it, or dead. */
  nextCheckMs: number;
  /** Of an order's run: what the claim gave. Absent for a direct call. */
  order?:
    | {
        vault: string;
        id: number;
        leaseToken: number;
        version: number;
        /** Written now, so that its outcome, whenever it comes, cannot shift the pace. */
        attempted?: { lastExecution: number } & Readonly<Record<string, unknown>>;
        /** Whether it is sent on another chain than the order's. */
        isElsewhere?: true | undefined;
      }
    | undefined;
  /**
   * Held until its outcome is known, in parts per billion (floorPpb: what its receipt cannot correct; isExit: counted, but no reason to
   * refuse). Absent: it moves no assets.
   */
  loss?: { lossPpb: number; floorPpb?: number; isExit?: true } | undefined;
  /** Of the vault's value, in parts per billion. */
  syncPpb?: number | undefined;
  /** As it was judged, 0 where none are set, and what is counted against those of 24 hours. Absent: it gives nothing away. */
  limits?: { version: number; spend?: Spend | undefined } | undefined;
  /**
   * Of what is judged by a vault's perpetual positions (an entry, or margin taken back): the earlier orders seen at the venue or on the
   * chain, and those counted in full because neither shows them. Absent: it is not held up, and holds up nothing.
   */
  perp?: { isEntry: boolean; shown: readonly string[]; counted: readonly string[] } | undefined;
  /** Before the call, in base units: the 24-hour baseline knows what was traded at. */
  nav?: { unitaryValue: string } | undefined;
  /** Of an attempt by a grant: what it gives away, in base units of the grant's limit, 0 of a way out. */
  granted?: { value: string } | undefined;
  /** Still approved, for this very call, and closed in the same step. */
  operationId?: string | undefined;
};

/**
 * Writes down what is about to be broadcast; only after `ok: true` may anything reach a node (docs/design.md, "Exactly once" 3).
 * The order becomes `pending_confirmation` and leaves the due index: from here on its attempt is what is looked after.
 * The nonce must be max(chainNonce, highest confirmed + 1, highest open + 1), which `nonce_conflict` names.
 * `lane_forgot`: the chain counts more transactions of the agent than were ever written here, so a slice may have run that
 * its order does not know of. `lane_unclear`: it counts the nonce of an open attempt as used, which may be by a transaction
 * that was forgotten; `unclear` has their hashes, one with a receipt explains its attempt. `operation_closed`: sent already, ended, or approved
 * too long ago. `grant_ended`: the grant that it is called by is over, or not for this. `loss_budget_exceeded`: with this hold the budget of a day or a week would be exceeded; `isHeld` where it would not, were no other attempt open. `limit_exceeded`: with it a limit
 * of 24 hours would be exceeded. `sync_limit_exceeded`: with it syncs would take more of the vault's value from this chain than a day or a week allows. `limits_changed`: the vault's limits are others than it was judged with. `perp_entry_pending`: an earlier order of perpetuals is shown by nobody yet, for `heldMs` more at most. `lease_lost` covers a lease that ended and an order that was written since the claim.
 */
export const prepareAttempt = defineScript({
  name: "prepare-attempt",
  effect: "write",
  uses: [
    luaAudit,
    luaOrders,
    luaAttempts,
    luaOperations,
    luaSettings,
    luaLosses,
    luaSyncs,
    luaNav,
    luaDecimals,
    luaSpent,
    luaLimits,
    luaUnshownPerps,
    luaGrants,
    luaGrantLimits,
  ],
  lua: `
-- A wallet whose transactions do not get mined is not given ever more of them.
local MAX_OPEN_NONCES = 8
-- Of them calls by grants: no agent's keep its owner's from the queue.
local MAX_OPEN_OF_GRANTS = 3

local function open_of_grants(queue_key)
  local count = 0
  for _, id in ipairs(call('ZRANGE', queue_key, 0, -1)) do
    if hget(K.attempt(id), 'grant') then count = count + 1 end
  end
  return count
end

local function refusal_of_order(order, guard, now)
  if not order or not order.record.active then return 'order_not_active' end
  if order.attempt then return 'attempt_open' end
  if order.record.status ~= 'active' or has_ended(order.record, now) then return 'order_not_active' end
  if is_before_start(order.record, now) then return 'order_not_started' end
  local token, expires = lease_of(order.lease)
  if token ~= guard.leaseToken or now >= expires or order.v ~= guard.version then return 'lease_lost' end
  return nil
end

-- Open attempts whose nonce is used, and not yet shown to be by themselves.
local function unclear_in(queue_key, chain_nonce, explained)
  local unclear = {}
  for _, id in ipairs(call('ZRANGEBYSCORE', queue_key, '-inf', int(chain_nonce - 1))) do
    local fields = call('HMGET', K.attempt(id), 'hashes', 'freeing')
    local hashes = (fields[1] or '') .. ' ' .. (fields[2] or '')
    if not string.find(' ' .. explained .. ' ', ' ' .. id .. ' ', 1, true) then
      unclear[#unclear + 1] = { id = id, hashes = hashes }
    end
  end
  return unclear
end

-- What open attempts above the chain's count may still cost their wallet, as texts: Lua's numbers are not exact enough.
local function costs_of_open(queue_key, chain_nonce)
  local costs = {}
  for _, id in ipairs(call('ZRANGEBYSCORE', queue_key, int(chain_nonce), '+inf')) do
    local fields = call('HMGET', K.attempt(id), 'json', 'maxFeePerGas')
    local open = fields[1] and cjson.decode(fields[1])
    if open then costs[#costs + 1] = { gas = open.gas, maxFeePerGas = fields[2] or open.maxFeePerGas, l1FeeWei = open.l1FeeWei } end
  end
  return costs
end

local function main(input, now)
  local attempt, guard, order = cjson.decode(input.json), input.order, nil
  local key = K.attempt(attempt.id)
  if call('EXISTS', key) == 1 then return { ok = false, code = 'attempt_exists' } end
  if guard then
    order = load_order(guard.vault, int(guard.id))
    local code = refusal_of_order(order, guard, now)
    if code then return { ok = false, code = code } end
    local is_here = order.record.chainId == attempt.chainId
    if order.vault ~= attempt.vault or is_here == (guard.isElsewhere or false) then error('attempt of another vault or chain') end
  end
  if input.operationId then
    local code = refusal_of_operation(load_operation(input.operationId), attempt, now)
    if code then return { ok = false, code = code } end
  end
  if attempt.grant then
    -- Without its figures it is no call that a grant makes.
    if not input.granted then return { ok = false, code = 'grant_ended' } end
    local refused, figures = refusal_of_grant(attempt, input.granted, now)
    if refused then return { ok = false, code = refused, grantLimit = figures } end
  end
  local held = input.perp and held_by_unshown(attempt, input.perp, now)
  if held then return { ok = false, code = 'perp_entry_pending', heldMs = int(held) } end
  local limits = input.limits
  local code, kept = refusal_of_vault(attempt, limits and K.limits(attempt.operator, attempt.chainId, attempt.vault))
  if code then return { ok = false, code = code } end
  if limits and (kept and cjson.decode(kept).version or 0) ~= limits.version then return { ok = false, code = 'limits_changed' } end
  local spend = limits and limits.spend
  local above = spend and over_limits(attempt, spend, now)
  if above then return { ok = false, code = 'limit_exceeded', limit = above } end
  local nonce_queue = nonce_queue_of(attempt.chainId, attempt.agent)
  if is_nonce_queue_behind(nonce_queue, input.chainNonce) then return { ok = false, code = 'lane_forgot' } end
  local unclear = unclear_in(K.nonceQueueOpen(attempt.chainId, attempt.agent), input.chainNonce, input.explained or '')
  if #unclear > 0 then return { ok = false, code = 'lane_unclear', unclear = unclear } end
  if call('ZCARD', K.nonceQueueOpen(attempt.chainId, attempt.agent)) >= MAX_OPEN_NONCES then return { ok = false, code = 'lane_full' } end
  if attempt.grant and open_of_grants(K.nonceQueueOpen(attempt.chainId, attempt.agent)) >= MAX_OPEN_OF_GRANTS then
    return { ok = false, code = 'lane_full' }
  end
  local expected = math.max(input.chainNonce, (nonce_queue.highestConfirmed or -1) + 1, (nonce_queue.highestOpen or -1) + 1)
  if attempt.nonce ~= expected then return { ok = false, code = 'nonce_conflict', expectedNonce = expected } end

  local over = input.lossPpb and not input.isExit and over_loss_budget(attempt, input.lossPpb, now)
  if over then return { ok = false, code = 'loss_budget_exceeded', losses = over } end

  local beyond = input.syncPpb and over_syncs(attempt, input.syncPpb, now)
  if beyond then return { ok = false, code = 'sync_limit_exceeded', syncs = beyond } end

  if input.perp then unshown_add(attempt, input.perp) end
  local open = costs_of_open(K.nonceQueueOpen(attempt.chainId, attempt.agent), input.chainNonce)
  write_attempt(attempt, input.json, 'prepared')
  audit_append(attempt.chainId, attempt.vault, input.audit, now)
  call('ZADD', K.attemptsOpen(attempt.chainId), int(input.nextCheckMs), attempt.id)
  if input.lossPpb then loss_add(attempt, input.lossPpb, input.lossFloorPpb, now) end
  if input.syncPpb then sync_add(attempt, input.syncPpb, now) end
  if spend then spend_add(attempt, spend, now) end
  if attempt.grant then grant_spend_add(attempt, input.granted, now) end
  call('ZADD', K.agentVaults(attempt.chainId), int(now), string.lower(attempt.vault) .. '|' .. string.lower(attempt.operator))
  if input.nav then nav_record(attempt.chainId, attempt.vault, input.nav.unitaryValue, now) end
  if input.operationId then call('HSET', K.operation(input.operationId), 'status', 'done', 'attempt', attempt.id) end
  if not order then return { ok = true, open = open } end
  call('HSET', key, 'order', order.id)
  local record = order.record
  record.status, record.pendingAttempt, record.attemptsOfSlice = 'pending_confirmation', attempt.id, record.attemptsOfSlice + 1
  record.waiting = nil
  local attempted = guard.attempted
  if attempted then
    for field, value in pairs(attempted) do record[field] = value end
  end
  write_order(order)
  call('HSET', K.order(order.vault, order.id), 'attempt', attempt.id)
  set_due(order, nil)
  return { ok = true, order = order.json, version = order.v, open = open }
end`,
  encode: ({ attempt, explained, nav, loss, limits, ...rest }: Input) => ({
    ...rest,
    lossPpb: loss?.lossPpb,
    lossFloorPpb: loss?.floorPpb,
    isExit: loss?.isExit,
    nav: nav && { unitaryValue: baseUnits.parse(nav.unitaryValue) },
    limits: limits && { version: limits.version, spend: limits.spend && spend.parse(limits.spend) },
    explained: explained?.join(" "),
    json: attemptText({ ...attempt, status: "prepared", freeingHashes: [] }),
    audit: auditOpened(attempt),
  }),
  declares: (keys, { attempt, order, operationId, limits, perp }) => [
    keys.attempt(attempt.id),
    keys.nonceQueueOpen(attempt.chainId, attempt.agent),
    keys.nonceQueueConfirmed(attempt.chainId, attempt.agent),
    keys.frozen(attempt.vault),
    keys.delegation(attempt.chainId, attempt.vault),
    keys.losses(attempt.chainId, attempt.vault),
    keys.syncs(attempt.chainId, attempt.vault),
    keys.nav(attempt.chainId, attempt.vault),
    keys.navSeen(attempt.chainId, attempt.vault),
    keys.agentVaults(attempt.chainId),
    keys.settings(attempt.operator),
    keys.lossLimits(attempt.operator, attempt.chainId, attempt.vault),
    ...(limits === undefined ? [] : [keys.limits(attempt.operator, attempt.chainId, attempt.vault)]),
    ...(limits?.spend === undefined ? [] : [keys.spent(attempt.chainId, attempt.vault)]),
    ...(perp === undefined ? [] : [keys.unshownPerps(attempt.chainId, attempt.vault)]),
    keys.attemptsOpen(attempt.chainId),
    ...(order === undefined ? [] : [keys.order(order.vault, order.id), keys.due(attempt.chainId)]),
    ...(operationId === undefined ? [] : [keys.operation(operationId)]),
    ...(attempt.grant === undefined
      ? []
      : [keys.grant(attempt.grant), keys.grantSpent(attempt.chainId, attempt.grant)]),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({
      ok: z.literal(true),
      /** With the version that finishSlice must name. null for a direct call. */
      order: absentToNull(storedJson(anyOrder)),
      version: absentToNull(z.int()),
      /** Of the wallet, not mined: the highest each may still cost, as gas times fee and its L1 fee in wei. */
      open: luaArray(z.object({ gas: baseUnits, maxFeePerGas: baseUnits, l1FeeWei: baseUnits.optional() })),
    }),
    z.object({
      ok: z.literal(false),
      code: z.enum([
        "lease_lost",
        "order_not_active",
        "order_not_started",
        "operation_closed",
        "grant_ended",
        "vault_frozen",
        "delegation_disabled",
        "not_delegated",
        "agent_mismatch",
        "attempt_open",
        "attempt_exists",
        "nonce_conflict",
        "lane_full",
        "lane_forgot",
        "lane_unclear",
        "loss_budget_exceeded",
        "limit_exceeded",
        "limits_changed",
        "sync_limit_exceeded",
        "perp_entry_pending",
      ]),
      expectedNonce: z.int().optional(),
      losses: lossFigures.optional(),
      limit: limitFigures.optional(),
      /** Of the grant's own limit. */
      grantLimit: limitFigures.optional(),
      syncs: syncFigures.optional(),
      heldMs: z.coerce.number().optional(),
      unclear: luaArray(z.object({ id: z.string(), hashes: storedHashes })).optional(),
    }),
  ]),
});

/** What it answers: the intent as it was written, or why it could not be. */
export type PrepareAnswer = Awaited<ReturnType<typeof prepareAttempt.run>>;
