import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import type { Reader } from "./reader.ts";

/**
 * The `fetch` that the documents mean where they say "as above": pay.mjs of the README, by the
 * stack's clock.
 */
export function payingFetch({ stack }: Pick<Reader, "stack">) {
  const signer = privateKeyToAccount(stack.manifest.payer.privateKey);
  const aheadSec = Math.floor((stack.nowMs() - Date.now()) / 1_000);
  const exact = new ExactEvmScheme(signer);
  const sign = exact.createPaymentPayload.bind(exact);
  exact.createPaymentPayload = (version, terms, more) =>
    sign(version, { ...terms, maxTimeoutSeconds: terms.maxTimeoutSeconds + aheadSec }, more);
  return { signer, pay: wrapFetchWithPayment(fetch, new x402Client().register("eip155:*", exact)) };
}
