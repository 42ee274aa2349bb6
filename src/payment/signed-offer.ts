import type { PaymentRequirements } from "@x402/core/types";
import type { Deps } from "../deps.ts";
import { AppError, errorName } from "../errors.ts";
import { rootSchema } from "./bazaar-extension.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";

/**
 * x402's signed offer (docs/facts/x402.md 12), remembered by address and terms for half its time.
 * None without the service's secret; a failure costs the offer, not the 402.
 */
export async function signedOffer(
  deps: Deps,
  resourceUrl: string,
  { scheme, network, asset, payTo, amount }: PaymentRequirements,
): Promise<Record<string, unknown>> {
  const nowMs = deps.clock.nowMs();
  const id = [resourceUrl, amount, payTo, asset].join("\n");
  const known = deps.caches.offers.get(id, nowMs);
  if (known !== undefined) return known;
  const validUntil = Math.floor((nowMs + OFFER_MS.valid) / 1_000);
  const payload = {
    version: 1,
    resourceUrl,
    scheme,
    network,
    asset,
    payTo,
    amount,
    validUntil,
  } as const;
  try {
    const signature = await deps.receiptSigner.signOffer(payload);
    const offers = [{ format: "eip712", acceptIndex: 0, payload, signature }];
    const offer = { [EXTENSION_NAMES.offerReceipt]: { info: { offers }, schema: SCHEMA } };
    deps.caches.offers.set(id, offer, nowMs + OFFER_MS.valid - OFFER_MS.left);
    return offer;
  } catch (error) {
    if (!(error instanceof AppError)) deps.log("offer_not_signed", { cause: errorName(error) });
    return {};
  }
}

const text = { type: "string" };
/** Section 6.1 of the specification, without the details of the format. */
const SCHEMA = rootSchema(
  {
    offers: {
      type: "array",
      items: {
        type: "object",
        properties: {
          format: text,
          acceptIndex: { type: "integer" },
          payload: { type: "object" },
          signature: text,
        },
        required: ["format", "payload", "signature"],
      },
    },
  },
  ["offers"],
);

/** `valid`: how long an offer holds; `left`: the least of that its reader has. */
export const OFFER_MS = { valid: 600_000, left: 300_000 } as const;
