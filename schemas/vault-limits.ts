import * as z from "zod";
import { baseUnits, hexAddress } from "./primitives.ts";

/** Where a vault's assets may go: swaps and positions, other chains, perpetuals, stake. */
export const limitVenue = z.enum(["0x", "uniswap", "across", "gmx", "hyperliquid", "staking"]);
export type LimitVenue = z.infer<typeof limitVenue>;

/** What may be bought: anything, what this service lists on the chain, or these. The base token always may: it is the way back. */
export const boughtTokens = z.union([z.enum(["all", "listed"]), z.array(hexAddress).max(50)]);
export const limitVenues = z.array(limitVenue).max(limitVenue.options.length);

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
  venues: limitVenues.optional(),
});
export type VaultLimits = z.infer<typeof vaultLimits>;
