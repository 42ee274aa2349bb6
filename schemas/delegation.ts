import * as z from "zod";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { hexAddress, hexHash } from "./primitives.ts";
import { unsignedTransaction } from "./unsigned-transaction.ts";

/** What a delegation may grant beyond spot trading (decision 36). */
export const delegationScope = z.enum(["liquidity", "perps", "bridge", "staking"]);

export const delegationSetupRequest = operatorAuthAnywhere.extend({
  scopes: z.array(delegationScope).max(4).default([]).describe("Further rights beside spot trading."),
});
export const delegationSetupResponse = z.object({
  agentAddress: hexAddress,
  selectors: z.array(z.string()),
  transaction: unsignedTransaction,
});

export const delegationConfirmRequest = operatorAuthAnywhere.extend({
  txHash: hexHash.optional().describe("Only a hint for logs: what counts is what the chain says."),
});
export const delegationConfirmResponse = z.object({
  ok: z.literal(true),
  chainId: z.int(),
  selectors: z.array(z.string()),
  missing: z.array(z.string()),
});
