import * as z from "zod";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaCorrectSlice } from "../orders/lua-slices.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import {
  encodeEnding,
  luaEndVenueOrder,
  type VenueOrderEnding,
} from "../venueorders/settle-venue-order.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaDecimals } from "./lua-decimals.ts";
import { luaSpent } from "./lua-spent.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  attemptId: string;
  facts: Extract<AuditContent, { kind: "deep_reorg" }>;
  /** Null for an operator without a channel. */
  alarm: NewOutboxItem | null;
  /** A venue order still followed ends here: nothing more is known of it. */
  ending?: VenueOrderEnding | undefined;
};

/**
 * Decision D31: freezes the vault, logs, notifies, and stops watching the attempt. Counts stay for
 * the operator to decide; only a loss or sync taken back counts again if the call has happened or
 * still may. A repeat changes nothing.
 */
export const recordDeepReorg = defineScript({
  name: "record-deep-reorg",
  uses: [
    luaAudit,
    luaAttempts,
    luaDecimals,
    luaSpent,
    luaOutbox,
    luaEvents,
    luaEndVenueOrder,
    luaCorrectSlice,
  ],
  lua: `
local function count_spend_again(key, chain, vault)
  local fields = call('HMGET', key, 'spend', 'spendBucket', 'spendBack', 'grant', 'grantSpend', 'grantBucket')
  if not fields[3] then return end
  if fields[1] then change_spent(K.spent(chain, vault), fields[2], fields[1], dec_add) end
  if fields[5] then change_spent(K.grantSpent(chain, fields[4]), fields[6], 'all=' .. fields[5], dec_add) end
  call('HDEL', key, 'spendBack')
end

local function main(input, now)
  if not call('ZSCORE', K.attemptsWatched(input.chainId), input.attemptId) then return { changed = false } end
  stop_watching(input.attemptId, input.chainId)
  if call('SET', K.frozen(input.vault), int(now), 'NX') then
    push_vault_event(input.vault, { type = 'freeze', chainId = input.chainId, frozen = true, by = 'reorg' }, now)
  end
  audit_append(input.chainId, input.vault, input.audit, now)
  if input.alarm then outbox_add(input.alarm) end
  local key = K.attempt(input.attemptId)
  if call('EXISTS', key) == 1 then
    call('HSET', key, 'takenBack', '1')
    correct_slice(key, 'takenBack', '1')
  end
  if input.ending then end_venue_order(input.attemptId, input.ending, now) end
  if input.mayHaveHappened then
    count_again(key, input.chainId, input.vault)
    count_spend_again(key, input.chainId, input.vault)
  end
  return { changed = true }
end`,
  encode: ({ facts, alarm, ending, ...rest }: Input) => ({
    ...rest,
    mayHaveHappened: ["confirmed", "missing"].includes(facts.found.status),
    audit: auditText(facts),
    alarm: alarm && encodeOutboxItem(alarm),
    ending: ending && encodeEnding(rest.attemptId, ending),
  }),
  declares: (keys, { chainId, vault, attemptId }) => [
    keys.attemptsWatched(chainId),
    keys.attempt(attemptId),
    keys.venueOrder(attemptId),
    keys.losses(chainId, vault),
    keys.syncs(chainId, vault),
    keys.spent(chainId, vault),
    keys.frozen(vault),
    keys.events(vault),
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
  ],
  output: z.object({ changed: z.boolean() }),
});
