import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { VAULT_KEYS } from "../vaults/vault-keys.ts";
import { luaPairing } from "./lua-pairing.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

type Input = WriteCall & {
  /** Id of the channel. */
  channel: string;
  operator: string;
  /** Where the operator's ownership was verified. */
  vault: string;
  chainId: ChainId;
  /** SHA-256 of the code, in hex. The code itself is not stored. */
  codeHash: string;
  /** Hash of the message that the operator signed for this: it is used up here (decision 108). */
  messageHash: string;
};

/** A pairing code holds for so long. */
const LIFETIME_MS = 300_000;

/** The first chat that shows this code, until `expiresAtMs`. The operator's older code ends now. */
export const beginPairing = defineScript({
  name: "begin-pairing",
  effect: "write",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local use = K.signedAction(input.operator, input.messageHash)
  if not call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  local code, of = K.pairingCode(input.channel, input.codeHash), K.pairingCodeOf(input.channel, input.operator)
  local expires_at = now + ${LIFETIME_MS}
  local stands_for = paired_vault_text(input) .. '|' .. int(expires_at)
  -- 128 random bits do not come twice: what stands here already may be another operator's, and stays.
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
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), expiresAtMs: z.int() }),
    z.object({ ok: z.literal(false), code: z.literal(["signature_used", "code_taken"]) }),
  ]),
});
