import type { Hex } from "viem";
import * as z from "zod";
import type { NamedGrant } from "../../../schemas/agent-grant.ts";
import { type ChainId, EVERY_CHAIN_ID } from "../../../schemas/chains.ts";
import type { NotificationOf } from "../../../schemas/notification.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, okOr } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem } from "../outbox/outbox-item.ts";
import { luaSignedAction } from "./lua-context.ts";

type Input = WriteCall & {
  vault: Hex;
  /** The owner was verified here; this chain's log has the entry. */
  chainId: ChainId;
  operator: Hex;
  /**
   * By which an agent calls for the operator: named in entry and event, and told to the operator's
   * channels.
   */
  grant?: NamedGrant | undefined;
};

/**
 * Freezes all chains; the first freeze's time stays. Open transactions of its agents may be out
 * already and are answered.
 */
export const freezeVault = defineScript({
  name: "freeze-vault",
  uses: [luaAudit, luaAttempts, luaOutbox, luaEvents],
  lua: `
local function main(input, now)
  local set = call('SET', K.frozen(input.vault), int(now), 'NX')
  if set then
    audit_append(input.chainId, input.vault, input.audit, now)
    push_vault_event(input.vault, {
      type = 'freeze', chainId = input.chainId, frozen = true, by = input.grant and 'agent' or 'operator', grant = input.grant,
    }, now)
    if input.notice then outbox_add(input.notice) end
  end
  local hashes = {}
  for _, chain in ipairs(input.chainIds) do
    local delegation = get(K.delegation(chain, input.vault))
    if delegation then add_open_hashes(hashes, chain, cjson.decode(delegation).agent) end
  end
  return { changed = set and true or false, openHashes = hashes }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    chainIds: EVERY_CHAIN_ID,
    audit: auditText({ kind: "vault_frozen", actor: lowerHex(operator), grantId: rest.grant?.id }),
    notice: rest.grant && noticeOf({ ...rest, grant: rest.grant, operator }),
  }),
  declares: (keys, { vault }) => [
    keys.frozen(vault),
    keys.events(vault),
    ...EVERY_CHAIN_ID.map((chainId) => keys.delegation(chainId, vault)),
  ],
  output: z.object({ changed: z.boolean(), openHashes: luaArray(z.string()) }),
});

/** Once for a freeze: where the vault was frozen already nothing is told. */
function noticeOf({
  requestId,
  nowMs,
  vault,
  chainId,
  operator,
  grant,
}: Input & { grant: NamedGrant }) {
  const payload: NotificationOf<"vault_frozen"> = {
    kind: "vault_frozen",
    ...{
      id: `freeze:${requestId}`,
      vault: lowerHex(vault),
      chainId,
      operator: lowerHex(operator),
      createdAt: nowMs,
      grant,
    },
  };
  return encodeOutboxItem({ id: payload.id, operator, dueMs: nowMs, payload });
}

type UnfreezeVaultInput = WriteCall & {
  vault: Hex;
  /** The owner was verified here; this chain's log has the entry. */
  chainId: ChainId;
  operator: Hex;
  /** Used up here. */
  messageHash: string;
};

/**
 * Lifts the freeze on all chains. The caller checks the fresh signature (decision D2); it is used
 * up here even if nothing was frozen, or it could lift a later freeze.
 */
export const unfreezeVault = defineScript({
  name: "unfreeze-vault",
  uses: [luaSignedAction, luaAudit, luaEvents],
  lua: `
local function main(input, now)
  if not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  local changed = call('DEL', K.frozen(input.vault)) == 1
  if changed then
    audit_append(input.chainId, input.vault, input.audit, now)
    push_vault_event(input.vault, { type = 'freeze', chainId = input.chainId, frozen = false, by = 'operator' }, now)
  end
  return { ok = true, changed = changed }
end`,
  encode: (input: UnfreezeVaultInput) => ({
    ...input,
    audit: auditText({ kind: "vault_unfrozen", actor: lowerHex(input.operator) }),
  }),
  declares: (keys, { vault, operator, messageHash }) => [
    keys.frozen(vault),
    keys.events(vault),
    keys.signedAction(operator, messageHash),
  ],
  output: okOr({ changed: z.boolean() }, { code: z.literal("signature_used") }),
});
