import * as z from "zod";
import { operatorSettings, SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaLosses, luaSyncs } from "../attempts/lua-losses.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaSettings, luaSignedAction } from "./lua-context.ts";
import type { LimitsChange } from "./save-vault-limits.ts";

type Input = LimitsChange & {
  /** Basis points; absent ones stay. `null`: back to the defaults. */
  limits: {
    dayBps?: number | undefined;
    weekBps?: number | undefined;
    syncBps?: number | undefined;
  } | null;
};

/**
 * Saves the loss budget and daily sync limit of a vault. Loosening, judged by the figures in force
 * in this step, needs a message signed for it (decision D2, form c), once. A refusal changes
 * nothing.
 */
export const saveLossBudget = defineScript({
  name: "save-loss-budget",
  uses: [luaSignedAction, luaAudit, luaAttempts, luaSettings, luaLosses, luaSyncs],
  lua: `
local function main(input, now)
  local day, week = loss_limits(input.operator, input.chainId, input.vault, now)
  local new_day, new_week = input.dayBps or day, input.weekBps or week
  local sync = sync_limit(input.operator, input.chainId, input.vault, now)
  local own_sync = string.match(get(K.lossLimits(input.operator, input.chainId, input.vault)) or '', '^%d+|%d+|(%d+)$')
  if input.isReset then own_sync = nil end
  if input.syncBps then own_sync = int(input.syncBps) end
  local new_sync = tonumber(own_sync) or unsigned_sync_limit(effective_settings(input.operator, now))
  local is_looser = new_day > day or new_week > week or new_sync > sync
  if is_looser and not input.messageHash then return { ok = false, code = 'fresh_signature_needed' } end
  if input.messageHash and not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  -- A reset is the vault's own budget too; otherwise the operator's old one would be in force
  -- again.
  local text = int(new_day) .. '|' .. int(new_week) .. (own_sync and '|' .. own_sync or '')
  call('SET', K.lossLimits(input.operator, input.chainId, input.vault), text)
  if new_day ~= day or new_week ~= week or new_sync ~= sync then audit_append(input.chainId, input.vault, input.audit, now) end
  return { ok = true, dayBps = new_day, weekBps = new_week, syncBps = new_sync }
end`,
  encode: ({ limits, ...rest }: Input) => {
    const { lossDayBps, lossWeekBps } = SETTINGS_DEFAULTS;
    const wanted = limits ?? { dayBps: lossDayBps, weekBps: lossWeekBps, syncBps: undefined };
    // A value out of range would fail every later read of this operator.
    operatorSettings.parse({
      lossDayBps: wanted.dayBps,
      lossWeekBps: wanted.weekBps,
      syncDayBps: wanted.syncBps,
    });
    return {
      ...rest,
      ...wanted,
      isReset: limits === null,
      audit: auditText({
        kind: "loss_budget_changed",
        actor: lowerHex(rest.operator),
        dayBps: wanted.dayBps,
        weekBps: wanted.weekBps,
        syncBps: wanted.syncBps,
      }),
    };
  },
  declares: (keys, { operator, chainId, vault, messageHash }) => [
    keys.settings(operator),
    keys.lossLimits(operator, chainId, vault),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: okOr(
    { dayBps: z.int(), weekBps: z.int(), syncBps: z.int() },
    { code: z.enum(["fresh_signature_needed", "signature_used"]) },
  ),
});
