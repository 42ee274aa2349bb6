import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireOperator } from "../auth/require-operator.ts";
import type { Deps } from "../deps.ts";
import { requireEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { beginPairing } from "../store/pairing/begin-pairing.ts";
import { createPairingCode } from "./pairing-code.ts";

/** `link` opens the chat with the bot and shows it the code. */
export type PairingOffer = { code: string; link: string; expiresAt: number };

/**
 * A code by which the vault's verified operator pairs one private chat, once and within five minutes (decision 36). The
 * operator's older code ends.
 * @throws the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable, not_configured
 */
export async function pairChat(deps: Deps, auth: OperatorAuth): Promise<PairingOffer> {
  const { operator, vault } = await requireOperator(deps, auth);
  const { TELEGRAM_BOT_NAME: botName } = requireEnv(deps.env, [
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_BOT_NAME",
    "TELEGRAM_WEBHOOK_SECRET",
  ]);
  const { code, hash, link } = await createPairingCode({ randomBytes: deps.randomBytes, botName });
  const begun = await beginPairing.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operator,
    vault,
    chainId: auth.chainId,
    codeHash: hash,
  });
  if (!begun.ok) throw new AppError("conflict", "The code could not be made. Please try again.");
  return { code, link, expiresAt: begun.expiresAtMs };
}
