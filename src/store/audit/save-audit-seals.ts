import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { AuditSeal } from "../../../schemas/vaults/audit-export.ts";
import { AUDIT_RULES } from "../../../schemas/vaults/audit-rules.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** Signed hundreds, ascending. */
  seals: readonly AuditSeal[];
  /** Entries kept; what is dropped ends at a signed hundred, whose seal stays. */
  kept: number;
};

/**
 * Saves seals and drops older entries. A seal with another `link` than the log's, or a second one
 * of a state, is passed over.
 */
export const saveAuditSeals = defineScript({
  name: "save-audit-seals",
  lua: `
local EVERY = ${AUDIT_RULES.sealEvery}

local function drop_below(input, head, key, seals, n, first, sealed)
  local last = math.min(math.ceil((n - input.kept) / EVERY) * EVERY, sealed)
  if last < first then return first end
  local base = call('LRANGE', key, int(last - first), int(last - first))[1]
  call('LTRIM', key, int(last - first + 1), -1)
  call('HSET', head, 'first', int(last + 1), 'base', string.sub(base, 1, 40))
  for _, field in ipairs(call('HKEYS', seals)) do
    if tonumber(field) < last then call('HDEL', seals, field) end
  end
  return last + 1
end

local function main(input)
  local key, seals = K.audit(input.chainId, input.vault), K.auditSeals(input.chainId, input.vault)
  local head = K.auditHead(input.chainId, input.vault)
  local fields = call('HMGET', head, 'n', 'first', 'sealed')
  local n, first, sealed = tonumber(fields[1]) or 0, tonumber(fields[2]) or 1, tonumber(fields[3]) or 0
  for _, seal in ipairs(input.seals) do
    local entry = seal.n >= first and call('LRANGE', key, int(seal.n - first), int(seal.n - first))[1]
    if seal.n == sealed + EVERY and entry and string.sub(entry, 1, 40) == seal.link then
      call('HSET', seals, int(seal.n), seal.json)
      sealed = seal.n
    end
  end
  call('HSET', head, 'sealed', int(sealed))
  if sealed == math.floor(n / EVERY) * EVERY then
    call('ZREM', K.auditUnsealed(), int(input.chainId) .. ':' .. string.lower(input.vault))
  end
  return { sealed = sealed, first = drop_below(input, head, key, seals, n, first, sealed) }
end`,
  encode: ({ seals, ...rest }: Input) => ({
    ...rest,
    seals: seals.map((seal) => ({ n: seal.n, link: seal.link, json: JSON.stringify(seal) })),
  }),
  declares: (keys, { chainId, vault }) => [
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
    keys.auditSeals(chainId, vault),
  ],
  output: z.object({ sealed: z.int(), first: z.int() }),
});
