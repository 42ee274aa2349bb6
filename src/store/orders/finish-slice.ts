import * as z from "zod";
import type { FailedCall } from "../../../schemas/calls/failed-call.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { type AnyOrder, anyOrder } from "../../../schemas/orders/any-order.ts";
import type { OrderChange } from "../../../schemas/orders/order-change.ts";
import type { OrderEvent } from "../../../schemas/orders/order-event.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import type { AuditRefusal, AuditText, KeptSlice } from "../../kinds/order-run.ts";
import type { Details } from "../../lib/verdict.ts";
import { encodeFinalAttempt } from "../attempts/close-attempt.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaCloseAttempt } from "../attempts/lua-close-attempt.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav, luaNavShift } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import type { FinalAttempt } from "../attempts/stored-attempt.ts";
import { auditRefusal } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaVenueOrders } from "../venueorders/stored-venue-order.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges, luaSlices } from "./lua-order-changes.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./stored-order.ts";

type Input = WriteCall & {
  /**
   * `leaseToken`: a slice without an attempt. `attemptId`: the Worker that saw its outcome, with
   * `attempt`; allowed while that attempt is open, whoever holds the lease.
   */
  guard: { leaseToken: number } | { attemptId: string };
  expectedVersion: number;
  order: AnyOrder;
  /** Null: not due. */
  dueMs: number | null;
  event: (OrderEvent & { chainId?: ChainId }) | null;
  change?: Pick<OrderChange, "kind" | "amountBase" | "amount" | "symbol"> | undefined;
  outbox: readonly NewOutboxItem[];
  attempt?: FinalAttempt | undefined;
  /** Beside its attempt's entry. */
  audit?: AuditText | undefined;
  refusal?: AuditRefusal | undefined;
  /** In base units, for a slice without an attempt; an attempt recorded it. */
  nav?: { unitaryValue: string } | undefined;
  slice?: KeptSlice | undefined;
};

/**
 * Writes order, indexes, event, outbox, attempt, nonce queue and NAV record in one step
 * (docs/design.md, "Exactly once" 6). `repeated`: the attempt was closed with this outcome before;
 * nothing changes. Refusals show the order as it is, to decide anew.
 */
export const finishSlice = defineScript({
  name: "finish-slice",
  uses: [
    luaAudit,
    luaOrders,
    luaAttempts,
    luaNav,
    luaNavShift,
    luaVenueOrders,
    luaDecimals,
    luaSpent,
    luaCloseAttempt,
    luaEvents,
    luaOutbox,
    luaChannels,
    luaSlices,
    luaOrderChanges,
  ],
  lua: `
local function refusal_of(order, input)
  local guard = input.guard
  if not order then return 'order_missing' end
  if guard.attemptId then
    if order.attempt ~= guard.attemptId then return 'already_closed' end
  else
    if not order.record.active then return 'already_closed' end
    if order.attempt then return 'attempt_open' end
    if lease_of(order.lease) ~= guard.leaseToken then return 'lease_lost' end
  end
  if order.v ~= input.expectedVersion then return 'version_conflict' end
  if input.attempt then return refusal_of_never_sent(input.attempt) end
  return nil
end

local function main(input, now)
  local final = input.attempt
  local order = load_order(input.vault, int(input.id))
  local shown = { ok = false, order = order and order.json or nil, version = order and order.v or nil }
  if final then
    local status = hget(K.attempt(final.id), 'status')
    if status and is_rewritten(final) then
      shown.code = 'attempt_rewritten'
      return shown
    end
    if status == final.status then return { ok = true, repeated = true, version = shown.version } end
    if not status or is_final(status) then shown.code = 'already_closed' return shown end
  end
  shown.code = refusal_of(order, input)
  if shown.code then return shown end
  local was, new = order.record, cjson.decode(input.json)
  if new.chainId ~= was.chainId or new.operatorAddress ~= was.operatorAddress then error('an order cannot move') end
  if new.active and not was.active then error('a closed order cannot be opened by a slice') end
  -- Anything else would leave every index and never run again.
  local resting = not new.active or new.status == 'paused'
  if not resting and not (new.status == 'active' and input.dueMs) then error('a running order needs a due time') end
  if kind_of(new) ~= kind_of(was) then error('an order cannot become another kind') end

  order.record = new
  write_order(order, input.json)
  drop_lease(order)
  if final then
    call('HDEL', K.order(order.vault, order.id), 'attempt')
    close_attempt(final, now)
  end
  if input.audit then
    audit_append(new.chainId, order.vault, input.audit, now)
  end
  if new.active then
    set_due(order, input.dueMs)
  elseif was.active then
    enter_closed(order)
  else
    keep_figures(order)
    prune_closed(order.vault)
  end
  if input.slice then keep_slice(order, input.slice) end
  if new.status == 'auto_paused' and was.status ~= 'auto_paused' and has_slices(new) then
    keep_change(order, now, { kind = 'order_auto_paused' })
  end
  if input.change then tell_change(order, now, input.change) end
  if input.event then push_event(order.vault, input.event) end
  for _, item in ipairs(input.outbox) do outbox_add(item) end
  if input.nav then nav_record(new.chainId, order.vault, input.nav.unitaryValue, now) end
  return { ok = true, repeated = false, version = order.v }
end`,
  encode: ({
    order,
    event,
    outbox,
    attempt,
    refusal,
    guard,
    nav,
    slice,
    audit,
    ...rest
  }: Input) => {
    if (
      "attemptId" in guard !== (attempt !== undefined) ||
      ("attemptId" in guard && guard.attemptId !== attempt?.record.id)
    ) {
      throw new Error("an attempt is closed under its own guard, and only then");
    }
    return {
      ...rest,
      guard,
      vault: order.vaultAddress,
      id: order.id,
      json: orderText(order),
      event: event === null ? null : JSON.stringify(event),
      outbox: outbox.map(encodeOutboxItem),
      attempt: attempt && encodeFinalAttempt({ ...attempt, refusal }),
      audit,
      slice: slice && encodeSlice(slice),
      nav: nav && { unitaryValue: baseUnits.parse(nav.unitaryValue) },
    };
  },
  declares: (keys, { order, attempt }) => [
    keys.order(order.vaultAddress, order.id),
    keys.slices(order.vaultAddress, order.id),
    keys.events(order.vaultAddress),
    keys.due(order.chainId),
    ...(attempt === undefined
      ? []
      : [
          keys.attempt(attempt.record.id),
          keys.attemptsOpen(order.chainId),
          keys.attemptsWatched(order.chainId),
        ]),
  ],
  output: okOr(
    {
      repeated: z.boolean(),
      version: orNull(z.int()),
    },
    {
      code: z.enum([
        "lease_lost",
        "version_conflict",
        // Closed otherwise, or the order was closed under the lease.
        "already_closed",
        "attempt_open",
        // The attempt outlived its order: closeAttempt closes it.
        "order_missing",
        // A never sent attempt below an open nonce stays open until something uses its nonce.
        "nonce_needed",
        "attempt_sent",
        // The store has another attempt under this id: it has lost something (freezeRewritten).
        "attempt_rewritten",
      ]),
      order: orNull(storedJson(anyOrder)),
      version: orNull(z.int()),
    },
  ),
});

const encodeSlice = ({ number, end, refusal, call }: KeptSlice) => ({
  number,
  json: JSON.stringify(end),
  gasCostWei: end.gasCostWei,
  refused:
    refusal &&
    JSON.stringify({ ...refusal, details: refusal.details && shortDetails(refusal.details) }),
  call: call && JSON.stringify({ sliceNumber: number, ...call } satisfies FailedCall),
});

const MOST_CHARS = 1_000;

/** Cut as in the audit log; the last ones go if they are still too long. */
function shortDetails(details: Details): Details {
  const kept = Object.entries(auditRefusal({ code: "", details }).details ?? {});
  while (JSON.stringify(Object.fromEntries(kept)).length > MOST_CHARS) kept.pop();
  return Object.fromEntries(kept);
}
