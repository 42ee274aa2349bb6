import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaSignedAction } from "../vaults/lua-context.ts";
import { luaPairing } from "./lua-pairing.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

type Input = WriteCall & {
  channel: string;
  operator: string;
  /** The operator's ownership was verified here. */
  vault: string;
  chainId: ChainId;
  /** SHA-256; the code itself is not stored. */
  codeHash: string;
  /** Hash of the message signed for this; used up here (decision D2). */
  messageHash: string;
};

const LIFETIME_MS = 300_000;

/** Makes a code for the first chat that shows it; the operator's older code ends. */
export const beginPairing = defineScript({
  name: "begin-pairing",
  uses: [luaSignedAction, luaPairing],
  lua: `
local function main(input, now)
  if not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  local code, of = K.pairingCode(input.channel, input.codeHash), K.pairingCodeOf(input.channel, input.operator)
  local expires_at = now + ${LIFETIME_MS}
  local stands_for = paired_vault_text(input) .. '|' .. int(expires_at)
  -- 128 random bits do not repeat: a stored code may be another operator's, and stays.
  if not call('SET', code, stands_for, 'NX', 'EX', ${PAIRING_KEYS.pairingCode.ttlSec}) then
    return { ok = false, code = 'code_taken' }
  end
  drop_pairing_code(input.channel, input.operator)
  call('SET', of, input.codeHash, 'EX', ${PAIRING_KEYS.pairingCodeOf.ttlSec})
  return { ok = true, expiresAtMs = expires_at }
end`,
  encode: ({ operator, vault, ...rest }: Input) => ({
    ...rest,
    operator: operator.toLowerCase(),
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { channel, operator, codeHash, messageHash }) => [
    keys.signedAction(operator, messageHash),
    keys.pairingCode(channel, codeHash),
    keys.pairingCodeOf(channel, operator),
  ],
  output: okOr({ expiresAtMs: z.int() }, { code: z.literal(["signature_used", "code_taken"]) }),
});
