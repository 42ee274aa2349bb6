import * as z from "zod";
import { hexAddress, hexText } from "../primitives.ts";

/** One line of the signed text: what could begin another line is in none. */
const line = z
  .string()
  .max(500)
  .regex(/^[^\r\n]+$/);
const time = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/);

/**
 * The header SIGN-IN-WITH-X, base64 of JSON (x402, specs/extensions/sign-in-with-x.md, "Client
 * Proof Fields"), for EVM chains.
 */
export const signIn = z.object({
  domain: line,
  address: hexAddress,
  statement: line.optional(),
  uri: line,
  version: z.literal("1"),
  chainId: z.string().regex(/^eip155:[1-9][0-9]{0,9}$/),
  type: z.literal("eip191"),
  /** EIP-4361: at least 8 letters and digits. */
  nonce: z.string().regex(/^[A-Za-z0-9]{8,96}$/),
  issuedAt: time,
  expirationTime: time.optional(),
  notBefore: time.optional(),
  requestId: line.optional(),
  resources: z.array(line).max(10).optional(),
  signature: hexText(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/),
});
export type SignIn = z.infer<typeof signIn>;
