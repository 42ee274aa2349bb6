import type { Hex } from "viem";
import type { CallReceipt } from "../../schemas/call-receipt.ts";
import type { ExecutedCall } from "../context.ts";
import { AppError } from "../errors.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";
import type { PaidCall } from "./paid-call.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { signCallReceipt } from "./sign-call-receipt.ts";
import { resourceOf } from "./unpaid-answer.ts";

/**
 * x402's receipt by the service's key, and one for each executed call by the vault's agent's (docs/facts/x402.md 12). Nothing is asked.
 * Undefined without the service's secret; a failure costs the signatures, never the answer.
 */
export async function signedReceipt(
  { deps, route, raw, payer }: Pick<PaidCall, "deps" | "route" | "raw" | "payer">,
  transaction: Hex,
  executed: readonly ExecutedCall[],
): Promise<Record<string, unknown> | undefined> {
  const nowMs = deps.clock.nowMs();
  const payload = {
    ...{ version: 1 as const, network: PAYMENT_NETWORK, resourceUrl: resourceOf(deps, route, raw).url, payer },
    ...{ issuedAt: Math.floor(nowMs / 1_000), transaction },
  };
  try {
    const signature = await deps.receiptSigner.signReceipt(payload);
    const receipt = { format: "eip712", payload, signature };
    const calls: CallReceipt[] = [];
    for (const call of executed)
      calls.push(await signCallReceipt(deps.wallet, { ...call, payment: transaction, payer, at: nowMs }));
    return {
      [EXTENSION_NAMES.offerReceipt]: { info: { receipt }, schema: SCHEMA },
      ...(calls.length > 0 && { [EXTENSION_NAMES.callReceipt]: { info: { calls }, schema: CALLS_SCHEMA } }),
    };
  } catch (error) {
    if (!(error instanceof AppError))
      deps.log("receipt_not_signed", { cause: error instanceof Error ? error.name : "unknown" });
    return undefined;
  }
}

const $schema = "https://json-schema.org/draft/2020-12/schema";
const text = { type: "string" };
/** 6.5 of the specification, without what the format says. */
const SCHEMA = {
  $schema,
  type: "object",
  properties: {
    receipt: {
      type: "object",
      properties: { format: text, payload: { type: "object" }, signature: text },
      required: ["format", "payload", "signature"],
    },
  },
  required: ["receipt"],
};
const CALLS_SCHEMA = {
  $schema,
  type: "object",
  properties: { calls: { type: "array", items: { type: "object" } } },
  required: ["calls"],
};
