import * as z from "zod";
import { freshOperatorAuth } from "../auth/fresh-operator-auth.ts";
import { operatorAuth } from "../auth/operator-auth.ts";
import { dryRunMark } from "../calls/dry-run-mark.ts";
import { hexHash } from "../primitives.ts";

const message = z.string();
const ok = z.literal(true);

/** Body and answer of POST /api/vault/freeze. */
export const freezeRequest = operatorAuth;
export const freezeResponse = z.object({
  ok,
  message,
  dryRun: dryRunMark,
  changed: z.boolean().describe("false: it was frozen already."),
  pendingHashes: z
    .array(hexHash)
    .describe("Transactions that were on their way and may still be mined."),
});

/**
 * Body and answer of POST /api/vault/unfreeze: as everywhere, but for what is signed (decision D2,
 * form c).
 */
export const unfreezeRequest = freshOperatorAuth("unfreeze");
export const unfreezeResponse = z.object({
  ok,
  message,
  dryRun: dryRunMark,
  changed: z.boolean().describe("false: it was not frozen."),
});
