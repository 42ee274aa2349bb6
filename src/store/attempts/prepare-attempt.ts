import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import type { Attempt } from "../../../schemas/attempt.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { auditOpened } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, okOr, orNull, storedHashes, storedJson } from "../kernel/stored-json.ts";
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
  attempt: Attempt;
  chainNonce: number;
  /** Open attempts of this wallet whose receipt was seen. */
  explained?: readonly string[] | undefined;
  /** A resolver looks from then on: by then its caller is done or dead. */
  nextCheckMs: number;
  /** Absent: a direct call. */
  order?:
    | {
        vault: string;
        id: number;
        leaseToken: number;
        version: number;
        /** Written now, so that a late outcome cannot shift the pace. */
        attempted?: { lastExecution: number } & Readonly<Record<string, unknown>>;
        isElsewhere?: true | undefined;
      }
    | undefined;
  /**
   * Held until the outcome is known. `floorPpb`: no receipt corrects below it. `isExit`: counted,
   * never refused. Absent: the call moves no assets.
   */
  loss?: { lossPpb: number; floorPpb?: number; isExit?: true } | undefined;
  /** Share of the vault's value that a sync takes, in parts per billion. */
  syncPpb?: number | undefined;
  /**
   * Version that the call was judged with (0: none set), and its spend against the 24-hour limits.
   * Absent: it gives nothing away.
   */
  limits?: { version: number; spend?: Spend | undefined } | undefined;
  /**
   * Earlier perpetual orders: `shown` at the venue or on the chain, or `counted` in full. Absent:
   * the call waits for none and holds up none.
   */
  perp?: { isEntry: boolean; shown: readonly string[]; counted: readonly string[] } | undefined;
  /** NAV per unit before the call, in base units, for the 24-hour baseline. */
  nav?: { unitaryValue: string } | undefined;
  /** A grant's call gives this away, in base units of the grant's limit; 0 for a way out. */
  granted?: { value: string } | undefined;
  /** Approved operation for this very call; closed in the same step. */
  operationId?: string | undefined;
};

/**
 * Records the intent before the broadcast: only after `ok: true` may anything reach a node
 * (docs/design.md, "Exactly once" 3). The order leaves the due index; its attempt is followed
 * instead.
 */
export const prepareAttempt = defineScript({
  name: "prepare-attempt",
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
-- Bounds what piles up behind a wallet whose transactions are not mined.
local MAX_OPEN_NONCES = 8
-- Grants have a part of these alone, so that no agent fills its owner's queue.
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

-- Open attempts whose nonce the chain counts as used, without a receipt of their own.
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

-- Highest costs of open attempts that are not mined. Lua's numbers are not exact enough, so these
-- stay texts.
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
    ...(limits === undefined
      ? []
      : [keys.limits(attempt.operator, attempt.chainId, attempt.vault)]),
    ...(limits?.spend === undefined ? [] : [keys.spent(attempt.chainId, attempt.vault)]),
    ...(perp === undefined ? [] : [keys.unshownPerps(attempt.chainId, attempt.vault)]),
    keys.attemptsOpen(attempt.chainId),
    ...(order === undefined ? [] : [keys.order(order.vault, order.id), keys.due(attempt.chainId)]),
    ...(operationId === undefined ? [] : [keys.operation(operationId)]),
    ...(attempt.grant === undefined
      ? []
      : [keys.grant(attempt.grant), keys.grantSpent(attempt.chainId, attempt.grant)]),
  ],
  output: okOr(
    {
      /** `finishSlice` must name this version. Null for a direct call. */
      order: orNull(storedJson(anyOrder)),
      version: orNull(z.int()),
      /**
       * The wallet's other open attempts. Each may still cost gas times fee, plus its L1 fee in
       * wei.
       */
      open: luaArray(
        z.object({ gas: baseUnits, maxFeePerGas: baseUnits, l1FeeWei: baseUnits.optional() }),
      ),
    },
    {
      code: z.enum([
        // The lease ended, or the order was written since the claim.
        "lease_lost",
        "order_not_active",
        "order_not_started",
        // Sent already, ended, or approved too long ago.
        "operation_closed",
        "grant_ended",
        "vault_frozen",
        "delegation_disabled",
        "not_delegated",
        "agent_mismatch",
        "attempt_open",
        "attempt_exists",
        // `expectedNonce` is max(chainNonce, highest confirmed + 1, highest open + 1).
        "nonce_conflict",
        "lane_full",
        // The chain counts more transactions than the store ever wrote: a slice may have run
        // unseen.
        "lane_forgot",
        // A forgotten transaction may have used an open attempt's nonce; `unclear` has the hashes.
        "lane_unclear",
        // `isHeld`: it would fit if no other attempt were open.
        "loss_budget_exceeded",
        "limit_exceeded",
        "limits_changed",
        "sync_limit_exceeded",
        // Nobody shows an earlier perpetual order yet; it holds others up for `heldMs` at most.
        "perp_entry_pending",
      ]),
      expectedNonce: z.int().optional(),
      losses: lossFigures.optional(),
      limit: limitFigures.optional(),
      grantLimit: limitFigures.optional(),
      syncs: syncFigures.optional(),
      heldMs: z.coerce.number().optional(),
      unclear: luaArray(z.object({ id: z.string(), hashes: storedHashes })).optional(),
    },
  ),
});

export type PrepareAnswer = Awaited<ReturnType<typeof prepareAttempt.run>>;
