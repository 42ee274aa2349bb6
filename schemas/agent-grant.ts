import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { baseUnits, hexAddress, unixMs } from "./primitives.ts";

/** In rising order: each may all that stands before it. */
export const GRANT_SCOPES = ["read", "propose", "trade"] as const;
export const grantScope = z.enum(GRANT_SCOPES);
export type GrantScope = z.infer<typeof grantScope>;

/** Least scope of a grant that opens a route or tool. No grant opens `owner`. */
export type LeastScope = GrantScope | "owner";

export const grantId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "must be the id of a grant: 32 hex digits");
/** Its owner's word for the agent. Without spaces, because it stands in the line that is signed. */
export const grantName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/,
    "must be 1 to 32 letters, digits, dots, hyphens or underscores",
  );

/** Rights that an owner gives to an agent's own address. A grant is never changed, only ended. */
export const agentGrant = z.object({
  id: grantId,
  name: grantName,
  agent: hexAddress,
  owner: hexAddress,
  vault: hexAddress,
  /** null: on every chain. */
  chainId: everyChainId.nullable(),
  scope: grantScope,
  createdAtMs: unixMs,
  /** The first ms at which it is over. */
  expiresAtMs: unixMs,
  /**
   * Scope `trade`: most that its calls give away in 24 hours, in base units of this token, on
   * chains whose vault counts in it.
   */
  maxPerDay: z
    .object({
      amountBase: baseUnits,
      token: hexAddress,
      symbol: z.string(),
      decimals: z.int().min(0).max(255),
      /** The chain on which `token` is that token. */
      givenOn: everyChainId,
    })
    .optional(),
  /** Absent: every tool of its scope. */
  tools: z.array(z.string()).optional(),
  /**
   * Tokens that may be bought, in lower case, beside the base token. Absent: those of the vault's
   * limits.
   */
  tokens: z.array(hexAddress).optional(),
});
export type AgentGrant = z.infer<typeof agentGrant>;

/** The grant's name in records, cards and the audit log. */
export const namedGrant = agentGrant.pick({ id: true, name: true, agent: true });
export type NamedGrant = z.infer<typeof namedGrant>;

/** Why a grant opens nothing. A stranger to it learns `unknown` alone. */
export const grantFault = z.enum(["unknown", "wrong_vault", "wrong_chain", "ended", "expired"]);
export type GrantFault = z.infer<typeof grantFault>;

/**
 * How much worse than its mark a way out may be that a grant sends, and the slippage with which it
 * is planned where the owner set none (decision D67). Basis points.
 */
export const GRANT_EXIT = { mostWorseBps: 100, defaultSlippageBps: 50 } as const;

export const GRANT_LIMITS = {
  perVault: 20,
  maxDays: 90,
  maxMs: 7_776_000_000,
  callsPerMinute: 30,
  /** Operations that may wait for the owner at once, and be made in an hour. */
  waiting: 3,
  cardsPerHour: 10,
  hourMs: 3_600_000,
  /**
   * Entries of refused calls in its vault's audit log; the others of the hour are counted in one.
   */
  refusalsPerHour: 10,
  /** Bearer tokens of a grant. */
  tokensAtOnce: 5,
  tokenMinSec: 60,
  tokenMaxSec: 3_600,
  tools: 80,
  tokens: 50,
} as const;
