import type { Hex } from "viem";
import type { CallReceipt } from "../../schemas/call-receipt.ts";
import { callReceiptText } from "../../schemas/call-receipt-text.ts";
import { hexHash } from "../../schemas/primitives.ts";
import type { ExecutedCall } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, errorName } from "../errors.ts";
import { toBase64 } from "../lib/is-object.ts";
import type { GateAnswer } from "../route.ts";
import { rootSchema } from "./bazaar-extension.ts";
import type { PaidCall } from "./paid-call-state.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { resourceOf } from "./unpaid-answer.ts";

/** `transaction` is the settlement's; empty without one. */
export type Receipt = {
  success: boolean;
  transaction: string;
  network: string;
  payer: string;
  errorReason?: string;
};

/** `executed` is for a receipt that is made at a repeat. */
export type KeptAnswer = GateAnswer & { executed?: readonly ExecutedCall[] };

/**
 * PAYMENT-RESPONSE, and the first generation's header for its payments. Signed where money was
 * settled.
 */
export async function receiptHeaders(
  paid: PaidCall,
  plain: Receipt,
  executed: readonly ExecutedCall[] = [],
): Promise<Record<string, string>> {
  // A facilitator writes no line of a signed text: its transaction must be a hash.
  const isSettled = plain.success && hexHash.safeParse(plain.transaction).success;
  const extensions = isSettled
    ? await signedReceipt(paid, plain.transaction as Hex, executed)
    : undefined;
  const receipt = { ...plain, ...(extensions && { extensions }) };
  const v1 =
    paid.payment.x402Version === 1
      ? { "X-PAYMENT-RESPONSE": toBase64(JSON.stringify({ ...receipt, network: "base" })) }
      : {};
  return {
    "PAYMENT-RESPONSE": toBase64(JSON.stringify(receipt)),
    ...v1,
    "Cache-Control": "private",
  };
}

/**
 * Signed by the key of the vault's audit log.
 * @throws not_configured without the wallet's secret
 */
async function signCallReceipt(
  wallet: Deps["wallet"],
  call: Omit<CallReceipt, "agent" | "keyVersion" | "signature">,
): Promise<CallReceipt> {
  const keyVersion = wallet.currentKeyVersion;
  const unsigned = { ...call, agent: await wallet.address(call.vault, keyVersion), keyVersion };
  return {
    ...unsigned,
    signature: await wallet.signMessage(call.vault, keyVersion, callReceiptText(unsigned)),
  };
}

/**
 * x402's receipt by the service's key, and one of each executed call by the vault's agent
 * (docs/facts/x402.md 12). Makes no request. Undefined without the service's secret; a failure
 * costs the signatures, never the answer.
 */
async function signedReceipt(
  { deps, route, raw, payer }: PaidCall,
  transaction: Hex,
  executed: readonly ExecutedCall[],
): Promise<Record<string, unknown> | undefined> {
  const nowMs = deps.clock.nowMs();
  const payload = {
    version: 1,
    network: PAYMENT_NETWORK,
    resourceUrl: resourceOf(deps, route, raw).url,
    payer,
    issuedAt: Math.floor(nowMs / 1_000),
    transaction,
  } as const;
  try {
    const signature = await deps.receiptSigner.signReceipt(payload);
    const receipt = { format: "eip712", payload, signature };
    const calls: CallReceipt[] = [];
    for (const call of executed)
      calls.push(
        await signCallReceipt(deps.wallet, { ...call, payment: transaction, payer, at: nowMs }),
      );
    return {
      [EXTENSION_NAMES.offerReceipt]: { info: { receipt }, schema: SCHEMA },
      ...(calls.length > 0 && {
        [EXTENSION_NAMES.callReceipt]: { info: { calls }, schema: CALLS_SCHEMA },
      }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) deps.log("receipt_not_signed", { cause: errorName(error) });
    return undefined;
  }
}

const text = { type: "string" };
/** Section 6.5 of the specification, without the details of the format. */
const SCHEMA = rootSchema(
  {
    receipt: {
      type: "object",
      properties: { format: text, payload: { type: "object" }, signature: text },
      required: ["format", "payload", "signature"],
    },
  },
  ["receipt"],
);
const CALLS_SCHEMA = rootSchema({ calls: { type: "array", items: { type: "object" } } }, ["calls"]);
