import type { PaymentRequirements } from "@x402/core/types";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { toBase64 } from "../lib/to-base64.ts";
import type { Details } from "../lib/verdict.ts";
import type { GateAnswer } from "../route.ts";

export type Resource = { url: string; description: string };

type Reason = { code: ErrorCode; message: string; details?: Details | undefined };

/**
 * PAYMENT-REQUIRED holds the second generation's object, the body the first's beside our own `{error, message}` (docs/facts/x402.md 3). No
 * network call.
 */
export function challenge(
  terms: PaymentRequirements,
  resource: Resource,
  extensions: Record<string, unknown>,
  reason: Reason,
): GateAnswer {
  const required = {
    x402Version: 2,
    error: reason.message,
    resource: { ...resource, mimeType: "application/json" },
    accepts: [terms],
    extensions,
  };
  const { amount, network: _, ...rest } = terms;
  const body = {
    error: reason.code,
    message: reason.message,
    ...(reason.details !== undefined && { details: reason.details }),
    x402Version: 1,
    accepts: [
      {
        ...rest,
        network: "base",
        maxAmountRequired: amount,
        resource: resource.url,
        description: resource.description,
        mimeType: "application/json",
      },
    ],
  };
  return {
    status: 402,
    body: JSON.stringify(body),
    headers: { "PAYMENT-REQUIRED": toBase64(JSON.stringify(required)), "Cache-Control": "no-store" },
  };
}
