import * as z from "zod";
import { operatorAuthAnywhere } from "../auth/operator-auth-anywhere.ts";
import { dryRunMark } from "../calls/dry-run-mark.ts";
import { unsignedTransaction } from "../calls/unsigned-transaction.ts";
import { decimalAmount, hexAddress, hexHash } from "../primitives.ts";
import { agentGas } from "./agent-gas.ts";
import { boughtTokens } from "./vault-limits.ts";
import { orUnavailable } from "./vault-overview.ts";

/** Grants of a delegation beyond spot trading (decision D4). */
export const delegationScope = z.enum(["liquidity", "perps", "bridge", "staking"]);

export const delegationSetupRequest = operatorAuthAnywhere.extend({
  scopes: z
    .array(delegationScope)
    .max(4)
    .default([])
    .describe("Further rights beside spot trading."),
});
/**
 * Limits that suit the vault's size, as POST /api/settings/limits takes them, and the base token's
 * symbol. None is in force until it is set.
 */
export const suggestedLimits = z.object({
  maxPerTransaction: decimalAmount.nullable(),
  maxPerDay: decimalAmount.nullable(),
  maxPerTokenPerDay: decimalAmount.nullable(),
  tokens: boughtTokens,
  baseToken: z.string(),
});
export const delegationSetupResponse = z.object({
  agentAddress: hexAddress,
  selectors: z.array(z.string()),
  transaction: unsignedTransaction,
  dryRun: dryRunMark,
  suggestedLimits: suggestedLimits.optional(),
});

export const delegationConfirmRequest = operatorAuthAnywhere.extend({
  txHash: hexHash.optional().describe("Only a hint for logs: what counts is what the chain says."),
});
export const delegationConfirmResponse = z.object({
  ok: z.literal(true),
  chainId: z.int(),
  selectors: z.array(z.string()),
  missing: z.array(z.string()),
  gas: orUnavailable(agentGas()).describe("What the agent wallet pays its transactions with."),
  dryRun: dryRunMark,
});
