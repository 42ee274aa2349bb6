import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireOperator } from "../auth/require-operator.ts";
import type { Deps } from "../deps.ts";
import { offerPairing, type PairingOffer } from "../notifications/offer-pairing.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * A code by which the vault's operator pairs one private chat with the bot; its link opens that chat.
 * @throws the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable, not_configured
 */
export async function pairChat(deps: Deps, auth: OperatorAuth): Promise<PairingOffer> {
  const { operator, vault } = await requireOperator(deps, auth);
  return offerPairing(deps, TELEGRAM_ID, { operator, vault, chainId: auth.chainId });
}
