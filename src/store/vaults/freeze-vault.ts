import type { Hex } from "viem";
import * as z from "zod";
import { type ChainId, EVERY_CHAIN_ID } from "../../../schemas/chains.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaEvents } from "../orders/lua-events.ts";

type Input = WriteCall & {
  vault: Hex;
  /** Where the operator's ownership was verified: that chain's log has the entry. */
  chainId: ChainId;
  operator: Hex;
  /** By which an agent calls for the operator. */
  grantId?: string | undefined;
};

/** On any chain. The first freeze's time is kept. What its agent wallets have open may be out already, and is in the answer. */
export const freezeVault = defineScript({
  name: "freeze-vault",
  effect: "write",
  uses: [luaAudit, luaAttempts, luaEvents],
  lua: `
local function main(input, now)
  local set = call('SET', K.frozen(input.vault), int(now), 'NX')
  if set then
    audit_append(input.chainId, input.vault, input.audit, now)
    push_vault_event(input.vault, { type = 'freeze', chainId = input.chainId, frozen = true, by = 'operator' }, now)
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
    audit: auditText({ kind: "vault_frozen", actor: lowerHex(operator), grantId: rest.grantId }),
  }),
  declares: (keys, { vault }) => [
    keys.frozen(vault),
    keys.events(vault),
    ...EVERY_CHAIN_ID.map((chainId) => keys.delegation(chainId, vault)),
  ],
  output: z.object({ changed: z.boolean(), openHashes: luaArray(z.string()) }),
});
