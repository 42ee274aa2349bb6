import * as z from "zod";
import { baseUnits, hexAddress, hexData, hexHash } from "./primitives.ts";

const TOO_MUCH = 2n ** 256n;
/** The range of the signed type. */
const uint256 = baseUnits.refine(
  (text) => /^[0-9]{1,78}$/.test(text) && BigInt(text) < TOO_MUCH,
  "must fit 256 bits",
);

/**
 * EIP-3009 authorization as both generations carry it: amounts and Unix seconds as decimal strings.
 */
const authorization = z.object({
  from: hexAddress,
  to: hexAddress,
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hexHash,
});
const payload = z.object({ signature: hexData, authorization });

/** First generation: what X-PAYMENT holds. */
const paymentV1 = z.object({
  x402Version: z.literal(1),
  scheme: z.string().max(40),
  network: z.string().max(40),
  payload,
});

/** Second generation: names the requirement it accepts. */
const paymentV2 = z.object({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: z.string().max(40),
    network: z.string().max(40),
    asset: hexAddress,
    amount: baseUnits,
    payTo: hexAddress,
    maxTimeoutSeconds: z.int(),
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
  payload,
  extensions: z.record(z.string(), z.unknown()).optional(),
});

export const x402Payment = z.discriminatedUnion("x402Version", [paymentV1, paymentV2]);
export type X402Payment = z.infer<typeof x402Payment>;
