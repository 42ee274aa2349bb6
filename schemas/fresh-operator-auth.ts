import * as z from "zod";
import { operatorAuth } from "./operator-auth.ts";

/**
 * The OperatorAuth fields where a signature for this one action is required (decision D2, form c).
 */
export const freshOperatorAuth = (action: string) =>
  operatorAuth.extend({
    authSignature: z
      .unknown()
      .optional()
      .meta({
        type: "string",
        description:
          "Signature by operatorAddress (EIP-191, or ERC-1271) over the operator message " +
          `with the line \`Timestamp: <authTimestamp>\` and, below it, \`Action: ${action} ` +
          `<chainId> <vaultAddress in lower case>\`. Good for once.`,
      }),
    authTimestamp: z.unknown().optional().meta({
      type: "integer",
      description: "Unix time in milliseconds named in the signed message; at most 5 minutes old.",
    }),
  });
