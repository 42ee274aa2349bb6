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

/** Lifts a freeze. Who may ask is decided elsewhere (decision 18: a fresh signature). */
export const unfreezeVault = defineScript({
  name: "unfreeze-vault",
  effect: "write",
  uses: [luaAudit],
  lua: `
local function main(input, now)
  local changed = call('DEL', K.frozen(input.vault)) == 1
  if changed then audit_append(input.chainId, input.vault, input.audit, now) end
  return { changed = changed }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    audit: auditText({ kind: "vault_unfrozen", actor: operator.toLowerCase() }),
  }),
  declares: (keys, { vault }) => [keys.frozen(vault)],
  output: z.object({ changed: z.boolean() }),
});
