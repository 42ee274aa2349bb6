import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { PERP_LIMITS, type PerpLimits, perpLimits } from "../../../schemas/perp-limits.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedPerpLimits } from "./load-call-context.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  operator: Hex;
  /** The vault whose limits they are, and whose log records it. */
  vault: Hex;
  chainId: ChainId;
  /** What is absent stays. `null`: all back to the defaults. */
  limits: Partial<PerpLimits> | null;
  /** Signed for loosening: used up here, whatever is changed with it. */
  messageHash?: string | undefined;
};

/** 1 where a higher figure lets more through, -1 where a lower one does; in the order in which they are kept. */
const SIGNS = Object.values(PERP_LIMITS).map(({ looser }) => (looser === "higher" ? 1 : -1));
const DEFAULTS = Object.values(PERP_LIMITS).map((limit) => limit.default);

/**
 * Per operator, vault and chain. Whether that loosens one is decided here, by what is in force in this very step: then it needs a message
 * signed for it (decision 18, form c), once. `fresh_signature_needed`, `signature_used`: nothing changed.
 */
export const savePerpLimits = defineScript({
  name: "save-perp-limits",
  effect: "write",
  uses: [luaAudit],
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
  if input.messageHash then
    local use = K.signedAction(input.operator, input.messageHash)
    if not call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  end
  local text = table.concat(figures, '|')
  call('SET', key, text)
  if is_changed then audit_append(input.chainId, input.vault, input.audit, now) end
  return { ok = true, limits = text }
end`,
  encode: ({ limits, ...rest }: Input) => {
    const wanted =
      limits ?? Object.fromEntries(Object.entries(PERP_LIMITS).map(([name, limit]) => [name, limit.default]));
    // A value out of range would make every later read of this vault fail.
    const changes = perpLimits.partial().parse(wanted);
    return {
      ...rest,
      wanted: (Object.keys(PERP_LIMITS) as (keyof PerpLimits)[]).map((name) => String(changes[name] ?? "")),
      audit: auditText({ kind: "perp_limits_changed", actor: lowerHex(rest.operator), limits: changes }),
    };
  },
  declares: (keys, { operator, chainId, vault, messageHash }) => [
    keys.perpLimits(operator, chainId, vault),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), limits: storedPerpLimits }),
    z.object({ ok: z.literal(false), code: z.enum(["fresh_signature_needed", "signature_used"]) }),
  ]),
});
