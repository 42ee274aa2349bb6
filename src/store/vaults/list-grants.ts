import type { Hex } from "viem";
import * as z from "zod";
import { agentGrant } from "../../../schemas/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaGrants } from "./lua-context.ts";

type Input = ReadCall & {
  /** Verified, and the vault's owner on this chain. */
  owner: Hex;
  vault: Hex;
  chainId: ChainId;
};

/** An owner's grants for a vault, last to expire first, and ended ones while they are kept. */
export const listGrants = defineScript({
  name: "list-grants",
  effect: "read",
  uses: [luaDecimals, luaSpent, luaGrants],
  lua: `
local function main(input, now)
  local found = {}
  for _, id in ipairs(call('ZREVRANGE', K.grantsOf(input.owner, input.vault), 0, -1)) do
    local grant = load_grant(id)
    if grant then
      local at, why = string.match(grant.ended or '', '^(%d+)|(.+)$')
      found[#found + 1] = {
        grant = grant.json, lastUsedMs = grant.used, endedAtMs = tonumber(at), endedBy = why,
        spent = spent_at(K.grantSpent(input.chainId, id), now),
      }
    end
  end
  return { grants = found }
end`,
  encode: ({ owner, vault, ...rest }: Input) => ({
    ...rest,
    owner: lowerHex(owner),
    vault: lowerHex(vault),
  }),
  declares: (keys, { owner, vault }) => [keys.grantsOf(owner, vault)],
  output: z.object({
    grants: luaArray(
      z.object({
        grant: storedJson(agentGrant),
        lastUsedMs: orNull(z.int()),
        endedAtMs: orNull(z.int()),
        endedBy: orNull(z.enum(["owner", "agent", "new_owner"])),
        /** Last 24 hours, in base units of its maxPerDay. */
        spent: baseUnits,
      }),
    ),
  }),
});
