import type { Hex } from "viem";
import * as z from "zod";
import { agentGrant } from "../../../schemas/agent-grant.ts";
import { CHAIN_IDS, type ChainId } from "../../../schemas/chains.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOperationEvent } from "../operations/lua-operations.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOrders } from "../orders/lua-orders.ts";
import { countedRefusals } from "./append-refusal.ts";
import { luaGrantRefusals, luaGrants } from "./lua-context.ts";

type Input = WriteCall & {
  id: string;
  vault: Hex;
  chainId: ChainId;
  /** Verified owner or agent; for `new_owner` the former owner. */
  by: Hex;
  /** `new_owner`: over for good, even if the former owner returns. */
  why: "owner" | "agent" | "new_owner";
};

/**
 * Ends a grant for good; in the same step its waiting operations are rejected, and its orders are
 * due to be stopped. `changed: false`: over before. Null: not of this vault, owner or agent.
 */
export const endGrant = defineScript({
  name: "end-grant",
  uses: [luaAudit, luaEvents, luaOperationEvent, luaGrants, luaGrantRefusals, luaOrders],
  lua: `
local function reject_waiting(id, now)
  for _, operation in ipairs(call('ZRANGE', K.grantOperations(id), 0, -1)) do
    local fields = call('HMGET', K.operation(operation), 'json', 'status')
    if fields[1] and fields[2] == 'open' then
      call('HSET', K.operation(operation), 'status', 'rejected', 'renewed', '1')
      push_operation_event(cjson.decode(fields[1]), 'rejected', now)
    end
  end
end

-- The next tick stops its orders and tells why; one that is out, or in a run, ends its run first.
local function make_due(id, input, now)
  for _, chain in ipairs(input.chains) do
    for _, number in ipairs(call('SMEMBERS', K.activeOrders(input.vault, chain))) do
      local readable, order = pcall(load_order, input.vault, number)
      local is_its = readable and order and order.record.grant and order.record.grant.id == id
      if is_its and order.record.status == 'active' and not order.attempt then set_due(order, first_due_of(order.record, now)) end
    end
  end
end

local function main(input, now)
  local grant = load_grant(input.id)
  if not grant or grant.record.vault ~= input.vault then return {} end
  if input.by ~= (input.why == 'agent' and grant.record.agent or grant.record.owner) then return {} end
  if end_of_grant(grant, now) then return { grant = grant.json, changed = false } end
  call('HSET', K.grant(input.id), 'ended', int(now) .. '|' .. input.why)
  reject_waiting(input.id, now)
  make_due(input.id, input, now)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { grant = grant.json, changed = true, refusals = take_refusals(input.id) }
end`,
  encode: ({ vault, by, ...rest }: Input) => ({
    ...rest,
    vault: lowerHex(vault),
    by: lowerHex(by),
    chains: CHAIN_IDS,
    audit: auditText({ kind: "grant_ended", actor: lowerHex(by), grantId: rest.id, why: rest.why }),
  }),
  declares: (keys, { id, vault }) => [
    keys.grant(id),
    keys.grantOperations(id),
    keys.grantRefusals(id),
    keys.events(vault),
    ...CHAIN_IDS.flatMap((chain) => [keys.activeOrders(vault, chain), keys.due(chain)]),
  ],
  output: z.object({
    grant: orNull(storedJson(agentGrant)),
    changed: z.boolean().optional(),
    /** Of its last hour, whose entry is for the caller to append. */
    refusals: countedRefusals.optional(),
  }),
});
