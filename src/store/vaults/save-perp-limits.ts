import * as z from "zod";
import { PERP_LIMITS, type PerpLimits, perpLimits } from "../../../schemas/perp-limits.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { storedPerpLimits } from "./load-call-context.ts";
import { luaSignedAction } from "./lua-context.ts";
import type { LimitsChange } from "./save-vault-limits.ts";

type Input = LimitsChange & {
  /** Absent ones stay. `null`: all back to the defaults. */
  limits: Partial<PerpLimits> | null;
};

/** 1: higher is looser, -1: lower is. In the order of storage. */
const SIGNS = Object.values(PERP_LIMITS).map(({ looser }) => (looser === "higher" ? 1 : -1));
const DEFAULTS = Object.values(PERP_LIMITS).map((limit) => limit.default);

/**
 * Saves an operator's limits of perpetual positions of a vault. Loosening, judged by the limits in
 * force in this step, needs a message signed for it (decision D2, form c), once. A refusal changes
 * nothing.
 */
export const savePerpLimits = defineScript({
  name: "save-perp-limits",
  uses: [luaSignedAction, luaAudit],
  lua: `
local SIGNS, DEFAULTS = { ${SIGNS.join(", ")} }, { ${DEFAULTS.join(", ")} }

local function main(input, now)
  local key, kept = K.perpLimits(input.operator, input.chainId, input.vault), {}
  for figure in string.gmatch(get(key) or '', '%d+') do kept[#kept + 1] = tonumber(figure) end
  local is_looser, is_changed, figures = false, false, {}
  for i, sign in ipairs(SIGNS) do
    local old, wanted = kept[i] or DEFAULTS[i], input.wanted[i]
    local new = wanted == '' and old or tonumber(wanted)
    if (new - old) * sign > 0 then is_looser = true end
    if new ~= old then is_changed = true end
    figures[i] = int(new)
  end
  if is_looser and not input.messageHash then return { ok = false, code = 'fresh_signature_needed' } end
  if input.messageHash and not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  local text = table.concat(figures, '|')
  call('SET', key, text)
  if is_changed then audit_append(input.chainId, input.vault, input.audit, now) end
  return { ok = true, limits = text }
end`,
  encode: ({ limits, ...rest }: Input) => {
    const wanted =
      limits ??
      Object.fromEntries(Object.entries(PERP_LIMITS).map(([name, limit]) => [name, limit.default]));
    // A value out of range would fail every later read of this vault.
    const changes = perpLimits.partial().parse(wanted);
    return {
      ...rest,
      wanted: (Object.keys(PERP_LIMITS) as (keyof PerpLimits)[]).map((name) =>
        String(changes[name] ?? ""),
      ),
      audit: auditText({
        kind: "perp_limits_changed",
        actor: lowerHex(rest.operator),
        limits: changes,
      }),
    };
  },
  declares: (keys, { operator, chainId, vault, messageHash }) => [
    keys.perpLimits(operator, chainId, vault),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: okOr(
    { limits: storedPerpLimits },
    { code: z.enum(["fresh_signature_needed", "signature_used"]) },
  ),
});
