import * as z from "zod";
import { chainId } from "./chains.ts";
import { hexAddress } from "./primitives.ts";

/**
 * The three credentials are described here and judged in src/auth: a missing or malformed one is
 * 401, not 400 (decision D11), so the schema itself lets anything through.
 */
export const operatorCredentials = z.object({
  operatorAddress: z
    .unknown()
    .optional()
    .meta({ type: "string", description: "The vault owner's address." }),
  authSignature: z.unknown().optional().meta({
    type: "string",
    description: "EIP-191 signature by operatorAddress over the operator message.",
  }),
  authTimestamp: z.unknown().optional().meta({
    type: "integer",
    description: "Unix time in milliseconds named in the operator message; valid 24 hours.",
  }),
});
export type OperatorCredentials = z.infer<typeof operatorCredentials>;

/** The OperatorAuth fields (spec): credentials, and the vault and chain they are used for. */
export const operatorAuth = operatorCredentials.extend({
  vaultAddress: hexAddress.describe("The vault's contract address."),
  chainId: chainId.describe("The chain the vault exists on."),
});
export type OperatorAuth = z.infer<typeof operatorAuth>;
