import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { operatorSettings, SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import { auditText } from "../audit-text.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { KEY_TABLE } from "../key-table.ts";
import { luaAudit } from "../lua/lua-audit.ts";
import { luaLosses } from "../lua/lua-losses.ts";
import { luaSettings } from "../lua/lua-settings.ts";

type Input = WriteCall & {
  operator: string;
  /** Where the operator's ownership was verified: the entry stands in the log of that vault and chain. */
  vault: string;
  chainId: ChainId;
  /** In basis points; what is absent stays. `null` for both: back to the defaults. */
  limits: { dayBps?: number | undefined; weekBps?: number | undefined } | null;
  /** Hash of the message that was signed for loosening: it is used up here, whatever is changed with it. */
  messageHash?: string | undefined;
};

/**
 * Sets an operator's loss budget. Whether that loosens it is decided here, by what is in force in this very step: then it
 * needs a message signed for it (decision 18, form c), once. `fresh_signature_needed`, `signature_used`: nothing changed.
 */
export const saveLossBudget = defineScript({
  name: "save-loss-budget",
  effect: "write",
  uses: [luaAudit, luaSettings, luaLosses],
  lua: `
local function main(input, now)
  local day, week = loss_limits(input.operator, now)
  local new_day, new_week = input.dayBps or day, input.weekBps or week
  local is_looser = new_day > day or new_week > week
  if is_looser and not input.messageHash then return { ok = false, code = 'fresh_signature_needed' } end
  if input.messageHash then
    local use = K.signedAction(input.operator, input.messageHash)
    if not call('SET', use, int(now), 'NX', 'EX', ${KEY_TABLE.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  end
  local key = K.settings(input.operator)
  if input.isReset then
    call('HDEL', key, 'lossDayBps', 'lossWeekBps')
  else
    call('HSET', key, 'lossDayBps', int(new_day) .. '|', 'lossWeekBps', int(new_week) .. '|')
  end
  if new_day ~= day or new_week ~= week then audit_append(input.chainId, input.vault, input.audit, now) end
  return { ok = true, dayBps = new_day, weekBps = new_week }
end`,
  encode: ({ limits, ...rest }: Input) => {
    const { lossDayBps, lossWeekBps } = SETTINGS_DEFAULTS;
    const wanted = limits ?? { dayBps: lossDayBps, weekBps: lossWeekBps };
    // A value out of range would make every later read of this operator fail.
    operatorSettings.parse({ lossDayBps: wanted.dayBps, lossWeekBps: wanted.weekBps });
    return {
      ...rest,
      ...wanted,
      isReset: limits === null ? true : undefined,
      audit: auditText({
        kind: "loss_budget_changed",
        actor: rest.operator.toLowerCase(),
        dayBps: wanted.dayBps,
        weekBps: wanted.weekBps,
      }),
    };
  },
  declares: (keys, { operator, messageHash }) => [
    keys.settings(operator),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), dayBps: z.int(), weekBps: z.int() }),
    z.object({ ok: z.literal(false), code: z.enum(["fresh_signature_needed", "signature_used"]) }),
  ]),
});
