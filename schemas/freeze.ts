import * as z from "zod";
import { dryRunMark } from "./dry-run-mark.ts";
import { freshOperatorAuth } from "./fresh-operator-auth.ts";
import { operatorAuth } from "./operator-auth.ts";
import { hexHash } from "./primitives.ts";

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
