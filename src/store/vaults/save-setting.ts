import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import {
  type OperatorSettings,
  operatorSettings,
  SETTINGS_DEFAULTS,
  type SettingValue,
} from "../../../schemas/operator-settings.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { effectiveSettings } from "./load-call-context.ts";
import { luaSettings } from "./lua-context.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  operator: Hex;
  field: Exclude<keyof OperatorSettings, "lossDayBps" | "lossWeekBps" | "syncDayBps">;
  /** null: back to the default. */
  value: SettingValue | null;
  /** The Swap Shield raise, 10 minutes (decision D19). */
  ttlMs?: number | undefined;
  /**
   * The value expected to be in force, and the vault whose log records a loosened shield, sync
   * tolerance, execution mode or way of approval.
   */
  expected?: { vault: Hex; chainId: ChainId; was: SettingValue } | undefined;
  /** Signed for this very change: used up here, needed or not. */
  messageHash?: Hex | undefined;
};

const TOLERANCES = ["navShieldBps", "swapShieldBps", "syncToleranceBps"] as const;
const WATCHED = [...TOLERANCES, "execMode", "approveWith"] as const;
type Watched = (typeof WATCHED)[number];
const isWatched = (field: Input["field"]): field is Watched => WATCHED.some((one) => one === field);

/**
 * Answers the settings then in force. Loosening or prolonging a tolerance, leaving confirm mode or
 * approving by the day's signature again is logged in the same step. `other_value`: `was` is in
 * force, not the expected value. `fresh_signature_needed`: its operator approves by those (decision
 * D15). Nothing changed by either, nor by `signature_used`.
 */
export const saveSetting = defineScript({
  name: "save-setting",
  uses: [luaAudit, luaSettings],
  lua: `
local function is_looser(field, new, old, default)
  if field == 'execMode' then return new == 'autonomous' and old ~= 'autonomous' end
  if field == 'approveWith' then return new == 'day' and old ~= 'day' end
  new, old, default = tonumber(new), tonumber(old), tonumber(default)
  return new > old or (new == old and new > default)
end

-- Else whoever holds the day's signature takes the rule away, or what it protects.
local function needs_fresh(field, new, settings)
  if settings.approveWith ~= 'fresh' then return false end
  return (field == 'approveWith' and new ~= 'fresh') or (field == 'execMode' and new == 'autonomous')
end

local function main(input, now)
  local key = K.settings(input.operator)
  local settings = effective_settings(input.operator, now)
  if not input.messageHash and needs_fresh(input.field, input.value or input.default, settings) then
    return { ok = false, code = 'fresh_signature_needed' }
  end
  local use = input.messageHash and K.signedAction(input.operator, input.messageHash)
  if use and call('EXISTS', use) == 1 then return { ok = false, code = 'signature_used' } end
  if input.default then
    local old = settings[input.field] or input.default
    if is_looser(input.field, input.value or input.default, old, input.default) then
      local expected = input.expected
      if not expected or tostring(expected.was) ~= old then return { ok = false, code = 'other_value', was = old } end
      audit_append(expected.chainId, expected.vault, expected.audit, now)
    end
  end
  if use then call('SET', use, int(now), 'EX', ${VAULT_KEYS.signedAction.ttlSec}) end
  if input.value then
    call('HSET', key, input.field, input.value .. '|' .. (input.ttlMs and int(now + input.ttlMs) or ''))
  else
    call('HDEL', key, input.field)
  end
  return { ok = true, settings = effective_settings(input.operator, now) }
end`,
  encode: ({ expected, ...input }: Input) => {
    // A value out of range would fail every later read of this operator.
    if (input.value !== null) operatorSettings.parse({ [input.field]: input.value });
    const { field } = input;
    if (!isWatched(field)) return { ...input };
    const standard = SETTINGS_DEFAULTS[field];
    return {
      ...input,
      default: String(standard),
      expected: expected && {
        vault: expected.vault,
        chainId: expected.chainId,
        was: String(expected.was),
        audit: auditText({
          kind: "setting_loosened",
          actor: lowerHex(input.operator),
          setting: field,
          from: expected.was,
          to: input.value ?? standard,
          forMs: input.ttlMs,
        }),
      },
    };
  },
  declares: (keys, { operator, expected, messageHash }) => [
    keys.settings(operator),
    ...(expected === undefined
      ? []
      : [
          keys.auditHead(expected.chainId, expected.vault),
          keys.audit(expected.chainId, expected.vault),
        ]),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: z.union([
    z.object({ ok: z.literal(true), settings: effectiveSettings }),
    z.object({ ok: z.literal(false), code: z.literal("other_value"), was: z.string() }),
    z.object({ ok: z.literal(false), code: z.enum(["fresh_signature_needed", "signature_used"]) }),
  ]),
});
