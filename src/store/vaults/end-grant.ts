import type { Hex } from "viem";
import * as z from "zod";
import { agentGrant } from "../../../schemas/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOperationEvent } from "../operations/lua-operations.ts";
import { luaEvents } from "../orders/lua-events.ts";
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
 * Ends a grant for good and rejects its waiting operations in the same step. `changed: false`: over
 * before. Null: not of this vault, owner or agent.
 */
export const endGrant = defineScript({
  name: "end-grant",
  uses: [luaAudit, luaEvents, luaOperationEvent, luaGrants, luaGrantRefusals],
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

local function main(input, now)
  local grant = load_grant(input.id)
  if not grant or grant.record.vault ~= input.vault then return {} end
  if input.by ~= (input.why == 'agent' and grant.record.agent or grant.record.owner) then return {} end
  if end_of_grant(grant, now) then return { grant = grant.json, changed = false } end
  call('HSET', K.grant(input.id), 'ended', int(now) .. '|' .. input.why)
  reject_waiting(input.id, now)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { grant = grant.json, changed = true, refusals = take_refusals(input.id) }
end`,
  encode: ({ vault, by, ...rest }: Input) => ({
    ...rest,
    vault: lowerHex(vault),
    by: lowerHex(by),
    audit: auditText({ kind: "grant_ended", actor: lowerHex(by), grantId: rest.id, why: rest.why }),
  }),
  declares: (keys, { id, vault }) => [
    keys.grant(id),
    keys.grantOperations(id),
    keys.grantRefusals(id),
    keys.events(vault),
  ],
  output: z.object({
    grant: orNull(storedJson(agentGrant)),
    changed: z.boolean().optional(),
    /** Of its last hour, whose entry is for the caller to append. */
    refusals: countedRefusals.optional(),
  }),
});
