import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireAction } from "../auth/require-action.ts";
import { showActionMessage } from "../auth/show-action-message.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { refuse } from "../lib/verdict.ts";
import { unpair } from "../store/pairing/unpair.ts";
import { botOf } from "./bot-of.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * Ends an operator's pairing with all its vaults, for a signature made for this alone and used for the first time
 * (decision 18, form c). `changed: false`: there was no pairing, and the signature is used up all the same.
 * @throws auth_signature_used, the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function endPairing(deps: Deps, auth: OperatorAuth): Promise<{ changed: boolean }> {
  const { chainId } = auth;
  const { vault, operator, messageHash } = await requireAction(deps, auth, "unpair");
  const ended = await unpair.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    operator,
    messageHash,
  });
  if (!ended.ok) {
    const used = refuse("auth_signature_used", "This signature was used already, and is good for once.");
    throw AppError.fromRefusal(showActionMessage(deps, { name: "unpair", chainId, vault }, used));
  }
  const { chatId, changed } = ended;
  const bot = botOf(deps);
  const text = `Operator <code>${operator.toLowerCase()}</code> has ended the pairing with this chat.`;
  if (chatId !== null && bot !== undefined) deps.defer("unpaired_told", bot.connection.send({ ids: [], text }, chatId));
  return { changed };
}
