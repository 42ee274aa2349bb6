import * as z from "zod";
import { chainId, DEFAULT_CHAIN_ID } from "./chains.ts";
import { dryRunField } from "./dry-run-field.ts";
import { operatorCredentials } from "./operator-auth.ts";
import { hexAddress } from "./primitives.ts";
import { unsignedTransaction } from "./unsigned-transaction.ts";
import { unsignedTransactions } from "./unsigned-transactions.ts";

/** Body of POST /api/tools (spec; executionMode: decision D15). */
export const toolCallRequest = operatorCredentials.extend({
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("The tool's own arguments; GET /api/tools has their schemas."),
  chainId: chainId.default(DEFAULT_CHAIN_ID),
  vaultAddress: hexAddress.optional().describe("Needed by vault-specific tools."),
  executionMode: z
    .enum(["manual", "delegated"])
    .default("manual")
    .describe(
      "delegated broadcasts from the agent wallet, in confirm mode once it is approved; " +
        "needs a verified operator.",
    ),
  dryRun: dryRunField,
});

export const execution = z.object({
  status: z.enum(["confirmed", "pending"]),
  hash: z.string(),
  block: z.string().optional(),
  sold: z.string().optional(),
  bought: z.string().optional(),
});

/**
 * A tool's answer (spec, "Tool result"), with the shields' figures and the execution's outcome
 * where they apply.
 */
export const toolResult = z.object({
  tool: z.string().optional(),
  message: z.string().optional(),
  transaction: unsignedTransaction.optional(),
  transactions: unsignedTransactions.optional(),
  chainSwitch: z.int().optional(),
  suggestions: z.array(z.string()).optional(),
  execution: execution.optional(),
  operationId: z.string().optional(),
  /** Figures and facts in machine-readable form: amounts as strings. */
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ToolResult = z.infer<typeof toolResult>;

/** One entry of GET /api/tools. */
export const catalogEntry = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()).describe("Arguments as a call sends them."),
  requiresOperatorAuth: z.boolean(),
  readOnly: z.boolean(),
  served: z
    .boolean()
    .describe("false: it is for a chain that this deployment does not serve, and is refused here."),
});
export const toolCatalog = z.object({
  description: z.string(),
  usage: z.string(),
  price: z.string(),
  toolCount: z.int(),
  tools: z.array(catalogEntry),
});
