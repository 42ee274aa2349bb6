import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireAction } from "../auth/require-operator.ts";
import { signatureUsed } from "../auth/signature-used.ts";
import type { Deps } from "../deps.ts";
import { offerPairing, type PairingOffer } from "../notifications/offer-pairing.ts";
import { unpair } from "../store/pairing/unpair.ts";
import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import { botOf } from "./bot-of.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";

/**
 * A code and link to pair one private chat, by a first-used signature for this alone: the chat's
 * rights outlast any other (decision D60). @throws auth_signature_used, the codes of decision D11,
 * unknown_vault, rpc_unavailable, store_unavailable, not_configured
 */
export async function pairChat(deps: Deps, auth: OperatorAuth): Promise<PairingOffer> {
  const { chainId } = auth;
  const signed = await requireAction(deps, auth, "pair");
  const offer = await offerPairing(deps, TELEGRAM_ID, { ...signed, chainId });
  if (offer === "signature_used")
    throw signatureUsed(deps, { name: "pair", chainId, vault: signed.vault });
  return offer;
}

/**
 * Ends a pairing, by a first-used signature for this alone (decision D2, form c). `changed: false`:
 * there was none. @throws auth_signature_used, the codes of decision D11, unknown_vault,
 * rpc_unavailable, store_unavailable
 */
export async function endPairing(deps: Deps, auth: OperatorAuth): Promise<{ changed: boolean }> {
  const { chainId } = auth;
  const { vault, operator, messageHash } = await requireAction(deps, auth, "unpair");
  const ended = await unpair.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    ...{ operator, vault, chainId, messageHash },
  });
  if (!ended.ok) throw signatureUsed(deps, { name: "unpair", chainId, vault });
  const { chatId, changed } = ended;
  deps.defer("pairing_told", requestWebhooks(deps));
  const bot = botOf(deps);
  const text = `Operator <code>${operator.toLowerCase()}</code> has ended the pairing with this chat.`;
  if (chatId !== null && bot !== undefined)
    deps.defer("unpaired_told", bot.connection.send({ ids: [], text }, chatId));
  return { changed };
}
