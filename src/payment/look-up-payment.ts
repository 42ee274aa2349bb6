import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { type Found, findSettlement } from "./find-settlement.ts";

type Sought = { terms: PaymentRequirements; payer: Address; nonce: Hex };
/** From when its call began (default: now) until its authorization ends (default: an hour later, or so). */
type When = { sinceMs?: number | null; validBefore?: string | bigint };

/** By the chain's own word; `unknown` also where there is no chain to ask. */
export async function lookUpPayment(deps: Deps, sought: Sought, { sinceMs, validBefore }: When = {}): Promise<Found> {
  const { terms, payer, nonce } = sought;
  try {
    return await findSettlement(deps.chain(PAYMENT_CHAIN_ID), {
      token: terms.asset as Address,
      from: payer,
      to: terms.payTo as Address,
      valueBase: BigInt(terms.amount),
      nonce,
      sinceMs: sinceMs ?? deps.clock.nowMs(),
      ...(validBefore !== undefined && { untilSec: Number(validBefore) }),
    });
  } catch {
    return { status: "unknown" };
  }
}
