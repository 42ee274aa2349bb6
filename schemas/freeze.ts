import * as z from "zod";
import { operatorAuth } from "./operator-auth.ts";
import { hexHash } from "./primitives.ts";

const message = z.string();
const ok = z.literal(true);

/** Body and answer of POST /api/vault/freeze. */
export const freezeRequest = operatorAuth;
export const freezeResponse = z.object({
  ok,
  message,
  changed: z.boolean().describe("false: it was frozen already."),
  pendingHashes: z.array(hexHash).describe("Transactions that were on their way and may still be mined."),
});

/** Body and answer of POST /api/vault/unfreeze: as everywhere, but for what is signed (decision 18, form c). */
export const unfreezeRequest = operatorAuth.extend({
  authSignature: z.unknown().optional().meta({
    type: "string",
    description:
      "Signature by operatorAddress (EIP-191, or ERC-1271) over the operator message with the line `Timestamp: <authTimestamp>` and, below it, `Action: unfreeze <chainId> <vaultAddress in lower case>`. Good for once.",
  }),
  authTimestamp: z.unknown().optional().meta({
    type: "integer",
    description: "Unix time in milliseconds named in the signed message; at most 5 minutes old.",
  }),
});
export const unfreezeResponse = z.object({
  ok,
  message,
  changed: z.boolean().describe("false: it was not frozen."),
});
