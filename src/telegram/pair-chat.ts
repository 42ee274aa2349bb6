import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireAction } from "../auth/require-operator.ts";
import { signatureUsed } from "../auth/signature-used.ts";
import type { Deps } from "../deps.ts";
import { offerPairing, type PairingOffer } from "../notifications/offer-pairing.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * A code by which the vault's operator pairs one private chat with the bot; its link opens that chat. For a signature made for this
 * alone and used for the first time: what the chat may do afterwards outlasts every ordinary one (decision 540).
 * @throws auth_signature_used, the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable, not_configured
 */
export async function pairChat(deps: Deps, auth: OperatorAuth): Promise<PairingOffer> {
  const { chainId } = auth;
  const signed = await requireAction(deps, auth, "pair");
  const offer = await offerPairing(deps, TELEGRAM_ID, { ...signed, chainId });
  if (offer === "signature_used") throw signatureUsed(deps, { name: "pair", chainId, vault: signed.vault });
  return offer;
}
