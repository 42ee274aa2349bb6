import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit-text.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaAudit } from "../lua/lua-audit.ts";

type Input = WriteCall & {
  vault: string;
  /** Where the operator's ownership was verified: the entry stands in the log of that chain. */
  chainId: ChainId;
  operator: string;
};

/** From now on nothing of this vault can be prepared, on any chain. The first freeze's time is kept. */
export const freezeVault = defineScript({
  name: "freeze-vault",
  effect: "write",
  uses: [luaAudit],
  lua: `
local function main(input, now)
  local set = call('SET', K.frozen(input.vault), int(now), 'NX')
  if set then audit_append(input.chainId, input.vault, input.audit, now) end
  return { changed = set and true or false }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    audit: auditText({ kind: "vault_frozen", actor: operator.toLowerCase() }),
  }),
  declares: (keys, { vault }) => [keys.frozen(vault)],
  output: z.object({ changed: z.boolean() }),
});
