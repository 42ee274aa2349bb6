import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress } from "./primitives.ts";

/** Where a vault's assets may go: swaps and positions, other chains, perpetuals, stake. */
export const limitVenue = z.enum(["0x", "uniswap", "across", "gmx", "hyperliquid", "staking"]);
export type LimitVenue = z.infer<typeof limitVenue>;

const listOfTokens = z.array(hexAddress).max(50);
/** What may be bought: anything, what this service lists on the chain, or these. The base token always may: it is the way back. */
const boughtTokens = z.union([z.enum(["all", "listed"]), listOfTokens]);
const venues = z.array(limitVenue).max(limitVenue.options.length);

/**
 * The limits of one vault as they are kept, per operator, vault and chain: amounts in base units of the vault's base token. An absent
 * amount is none. `version` counts the changes: what was judged with another one is judged again.
 */
export const vaultLimits = z.object({
  version: z.int().min(1),
  baseToken: z.object({ address: hexAddress, symbol: z.string(), decimals: z.int().min(0).max(255) }),
  maxPerTransaction: baseUnits.optional(),
  /** Of 24 hours: of all that is given away, and of what is given for any one token. */
  maxPerDay: baseUnits.optional(),
  maxPerTokenPerDay: baseUnits.optional(),
  /** In place of maxPerTokenPerDay, for one bought token. Lower case, each once. */
  perToken: z.array(z.object({ token: hexAddress, maxPerDay: baseUnits })).max(50),
  tokens: boughtTokens,
  /** Absent: all. */
  venues: venues.optional(),
});
export type VaultLimits = z.infer<typeof vaultLimits>;

const amount = decimalAmount.nullable();
/** As callers write and read them: decimal amounts of the base token, null for none. */
export const shownVaultLimits = z.object({
  maxPerTransaction: amount.describe(
    "Most that one transaction may give away, in the vault's base token by its oracle. null: no limit.",
  ),
  maxPerDay: amount.describe("Most that all may give away in 24 hours. null: no limit."),
  maxPerTokenPerDay: amount.describe("Most that may be given for any one bought token in 24 hours. null: no limit."),
  perToken: z
    .array(z.object({ token: hexAddress, maxPerDay: decimalAmount }))
    .max(50)
    .describe("Limits of single bought tokens, in place of maxPerTokenPerDay."),
  tokens: boughtTokens.describe("What may be bought: all, listed, or a list of addresses. The base token always may."),
  venues: venues.nullable().describe("Venues that may be used. null: all."),
});
export type ShownVaultLimits = z.infer<typeof shownVaultLimits>;
