import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";

/**
 * Either generation as the second, which is all the facilitator is shown: the signature covers only the authorization (docs/facts/x402.md
 * 3). What is accepted is always our own requirement. Hex in lower case: facilitators check the checksum of any other. No
 * payment-identifier: a facilitator that keeps answers by it would call a second payment settled that it never moved.
 */
export const asV2Payment = (payment: X402Payment, terms: PaymentRequirements, resourceUrl: string): PaymentPayload => ({
  x402Version: 2,
  resource: { url: resourceUrl },
  accepted: terms,
  payload: lowered(payment.payload),
  ...(payment.x402Version === 2 && payment.extensions !== undefined && { extensions: shown(payment.extensions) }),
});

const shown = ({ [EXTENSION_NAMES.identifier]: _, ...others }: Record<string, unknown>) => others;

const lowered = ({ signature, authorization }: X402Payment["payload"]) => ({
  signature: signature.toLowerCase(),
  authorization: {
    ...authorization,
    from: authorization.from.toLowerCase(),
    to: authorization.to.toLowerCase(),
    nonce: authorization.nonce.toLowerCase(),
  },
});
