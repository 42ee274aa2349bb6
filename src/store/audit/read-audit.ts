import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditSeal } from "../../../schemas/vaults/audit-export.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";

type Input = ReadCall & {
  chainId: ChainId;
  vault: string;
  /** Null: after the last signed hundred. The oldest kept entry if that one is gone. */
  from: number | null;
  limit: number;
};

const ENTRY_PARTS = /^([0-9a-f]{40})\|([0-9]{1,16})\|([0-9]*)\|(.*)$/s;

/** Entry of lua-audit.ts; its place and content give number, digest and previous link. */
const storedAuditEntry = z.string().transform((text, context) => {
  const [, link, at, orderId, content] = ENTRY_PARTS.exec(text) ?? [];
  if (link === undefined || content === undefined) {
    context.addIssue({ code: "custom", message: "is not an entry of an audit log" });
    return z.NEVER;
  }
  return { link, at: Number(at), orderId: orderId === "" ? null : Number(orderId), content };
});

/** As stored: the reader verifies it. */
export const readAudit = defineScript({
  name: "read-audit",
  effect: "read",
  lua: `
local function main(input)
  local key, seals = K.audit(input.chainId, input.vault), K.auditSeals(input.chainId, input.vault)
  local head = call('HMGET', K.auditHead(input.chainId, input.vault), 'n', 'link', 'first', 'base', 'sealed')
  local n, first, sealed = tonumber(head[1]) or 0, tonumber(head[3]) or 1, tonumber(head[5]) or 0
  local from = math.max(input.from or sealed + 1, first)
  local prev = head[4] or nil
  if from > first then
    local before = call('LRANGE', key, int(from - first - 1), int(from - first - 1))[1]
    prev = before and string.sub(before, 1, 40)
  end
  local kept = {}
  local fields = call('HGETALL', seals)
  for i = 1, #fields, 2 do
    local at = tonumber(fields[i])
    if at >= from - 1 and at < from + input.limit then kept[#kept + 1] = fields[i + 1] end
  end
  return {
    n = n, link = head[2] or nil, first = first, sealed = sealed, from = from, prev = prev, seals = kept,
    entries = call('LRANGE', key, int(from - first), int(from - first + input.limit - 1)),
  }
end`,
  encode: (input: Input) => input,
  declares: (keys, { chainId, vault }) => [
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
    keys.auditSeals(chainId, vault),
  ],
  output: z.object({
    /** Number and link of the newest entry. */
    n: z.int(),
    link: orNull(z.string()),
    first: z.int(),
    /** Last signed hundred; 0: none. */
    sealed: z.int(),
    /** `prev` is the link before it, null at the beginning. */
    from: z.int(),
    prev: orNull(z.string()),
    entries: luaArray(storedAuditEntry),
    /** From the state below `from` to the end of this part, unordered. */
    seals: luaArray(storedJson(auditSeal)),
  }),
});
