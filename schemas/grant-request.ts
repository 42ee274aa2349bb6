import * as z from "zod";
import { agentGrant, GRANT_LIMITS, grantId, grantName, grantScope } from "./agent-grant.ts";
import { dryRunMark } from "./dry-run-mark.ts";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { decimalAmount, hexAddress, unixMs } from "./primitives.ts";
import { vaultQuery } from "./vault-query.ts";

/** Without spaces or commas, because it stands in the line that is signed. */
const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be the name of a tool or a toolset");

/** The terms of a grant. The signed line says all of them (src/grants/grant-line.ts). */
export const grantTerms = z.object({
  agent: hexAddress.describe(
    "The agent's own address. It signs the operator message with its own key, so it is no " +
      "contract.",
  ),
  scope: grantScope.describe(
    "read: own reads and reading tools. propose: what it calls waits for the owner, whatever " +
      "the mode. trade: its calls are sent as the owner's mode allows, within maxPerDay; it " +
      "may freeze.",
  ),
  expiresAt: unixMs.describe(
    `Unix time in milliseconds from which it is over: at most ${GRANT_LIMITS.maxDays} days ahead.`,
  ),
  allChains: z
    .boolean()
    .default(false)
    .describe(
      "On every chain where its owner owns the vault, for owners with a key. Default: on " +
        "chainId alone.",
    ),
  maxPerDay: decimalAmount
    .optional()
    .describe(
      "Of trade: what its own calls may give away in 24 hours on a chain, in the vault's " +
        "base token, beside the vault's limits. Default: a tenth of the vault's value.",
    ),
  tools: z
    .array(toolName)
    .min(1)
    .max(GRANT_LIMITS.tools)
    .optional()
    .describe(
      "Names of tools or toolsets; a toolset is its tools of that day. Default: all of its scope.",
    ),
  tokens: z
    .array(hexAddress)
    .min(1)
    .max(GRANT_LIMITS.tokens)
    .optional()
    .describe("What it may buy; the base token always. Default: what the vault's limits allow."),
  name: grantName
    .optional()
    .describe("The owner's word for the agent, on cards and in the audit log. Default: agent."),
});
export type GrantTerms = z.infer<typeof grantTerms>;

/** Body of POST /api/grants: nothing else, so that no bound is lost by its spelling. */
export const grantRequest = operatorAuthAnywhere.extend(grantTerms.shape).strict();
/** Body of POST /api/grants/end. */
export const endGrantRequest = operatorAuthAnywhere.extend({
  id: grantId.describe("The grant's id."),
});
/** Body of POST /api/grants/token: nothing else, so that no bound is lost by its spelling. */
export const grantTokenRequest = operatorAuthAnywhere
  .extend({
    scope: grantScope.optional().describe("The grant's, or less. Default: the grant's."),
    expiresInSec: z
      .int()
      .min(GRANT_LIMITS.tokenMinSec)
      .max(GRANT_LIMITS.tokenMaxSec)
      .default(GRANT_LIMITS.tokenMaxSec)
      .describe("How long it lasts, in seconds: a minute to an hour, never longer than its grant."),
  })
  .strict();
/** Query of GET /api/grants. */
export const grantsQuery = vaultQuery;

/** A grant as its owner sees it. */
export const shownGrant = agentGrant
  .pick({ id: true, name: true, agent: true, scope: true })
  .extend({
    chain: z.string().describe("The chain's id, or all."),
    createdAt: unixMs,
    expiresAt: unixMs,
    status: z.enum(["lasts", "ended", "expired"]),
    endedBy: z.enum(["owner", "agent", "new_owner"]).nullable(),
    lastUsedAt: unixMs.nullable().describe("Its last call."),
    maxPerDay: decimalAmount.nullable(),
    left: decimalAmount
      .nullable()
      .describe("Of maxPerDay, on the named chain, for the next calls of these 24 hours."),
    baseToken: z.string().nullable().describe("In which maxPerDay is counted."),
    tools: z.array(z.string()).nullable(),
    tokens: z.array(hexAddress).nullable(),
  });
export type ShownGrant = z.infer<typeof shownGrant>;

export const grantResponse = z.object({
  ok: z.literal(true),
  grant: shownGrant,
  message: z.string(),
  dryRun: dryRunMark,
});
export const grantTokenResponse = z.object({
  ok: z.literal(true),
  token: z
    .string()
    .describe("For the header `Authorization: Bearer <token>`. It is not shown again."),
  tokenType: z.literal("Bearer"),
  scope: grantScope,
  expiresAt: unixMs,
  message: z.string(),
  dryRun: dryRunMark,
});
export const grantsResponse = z.object({ ok: z.literal(true), grants: z.array(shownGrant) });
export const endGrantResponse = z.object({
  ok: z.literal(true),
  message: z.string(),
  changed: z.boolean().describe("false: it was over."),
  dryRun: dryRunMark,
});
