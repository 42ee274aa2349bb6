import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { PaidCall } from "./paid-call.ts";

/** The word that a signature of a contract which is not deployed yet ends with (ERC-6492). */
const NOT_DEPLOYED = "6492".repeat(16);
/** Code stays; but that of an account that has lent itself to a contract can be taken back (EIP-7702). */
const REMEMBERED_MS = 600_000;

/**
 * Whether a payment that no account has signed may be a contract's: wrapped for one that is not deployed yet, or its payer
 * has code. One RPC request, none for a payer that is remembered. The caller of this function counts the request.
 * @throws rpc_unavailable, not_configured without a node for Base
 */
export async function contractPayer(deps: Deps, { payer, payment }: PaidCall): Promise<Verdict<undefined>> {
  const nowMs = deps.clock.nowMs();
  const isWrapped = payment.payload.signature.toLowerCase().endsWith(NOT_DEPLOYED);
  if (isWrapped || deps.caches.contracts.get(payer, nowMs) === true) return allow(undefined);
  const [code] = await deps
    .chain(PAYMENT_CHAIN_ID)
    .rpc.send([{ method: "eth_getCode", params: [payer, "latest"], read: String }]);
  if (!code.ok)
    throw new AppError("rpc_unavailable", "The chain could not be asked about this payer. Please try again.");
  if (!/^0x[0-9a-f]{2}/i.test(code.value))
    return refuse("payment_invalid", "The payment was not signed by its payer.", { payer });
  deps.caches.contracts.set(payer, true, nowMs + REMEMBERED_MS);
  return allow(undefined);
}
