import * as z from "zod";
import { luaArray } from "../kernel/stored-json.ts";

/** Entries of the log that one read looks through: at most about a megabyte. */
export const TRADE_LOG_PAGE = 1_000;

/**
 * Of a part of a vault's log, what swaps are made of: entries that open one with a swap, sign
 * another transaction for one, or end one. Without `from` it is the newest part.
 */
export const luaTradeLog = `
local TRADE_MARKS = { '"swap":{', '"kind":"attempt_ended"', '"kind":"replacement_signed"', '"kind":"deep_reorg"' }

local function is_of_trade(entry)
  for _, mark in ipairs(TRADE_MARKS) do
    if string.find(entry, mark, 1, true) then return true end
  end
  return false
end

local function trade_log(chain, vault, from)
  local head = call('HMGET', K.auditHead(chain, vault), 'n', 'first')
  local n, first = tonumber(head[1]) or 0, tonumber(head[2]) or 1
  local start = math.max(first, from or n - ${TRADE_LOG_PAGE} + 1)
  local entries = call('LRANGE', K.audit(chain, vault), int(start - first), int(start - first + ${TRADE_LOG_PAGE} - 1))
  local kept = {}
  for i, entry in ipairs(entries) do
    if is_of_trade(entry) then kept[#kept + 1] = int(start + i - 1) .. '|' .. entry end
  end
  return { n = n, first = first, from = start, entries = kept }
end
`;

const ENTRY_PARTS = /^([0-9]{1,16})\|[0-9a-f]{40}\|([0-9]{1,16})\|[0-9]*\|(.*)$/s;

const tradeEntry = z.string().transform((text, context) => {
  const [, n, at, content] = ENTRY_PARTS.exec(text) ?? [];
  if (n === undefined || content === undefined) {
    context.addIssue({ code: "custom", message: "is not an entry of an audit log" });
    return z.NEVER;
  }
  return { n: Number(n), at: Number(at), content };
});

/**
 * A part of the log. `n`: number of its newest entry; `first`: of the oldest kept; `from`: where
 * this part begins.
 */
export const tradeLog = z.object({
  n: z.int(),
  first: z.int(),
  from: z.int(),
  entries: luaArray(tradeEntry),
});
export type TradeLog = z.infer<typeof tradeLog>;
