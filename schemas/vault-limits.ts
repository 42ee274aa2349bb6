import * as z from "zod";
import { oneOf } from "./one-of.ts";
import { baseUnits, hexAddress } from "./primitives.ts";
import { type LimitedProtocolId, protocolsThat } from "./protocol-ids.ts";
import { VENUE_IDS, type VenueId } from "./venue-ids.ts";

/** Targets of a vault's assets: swaps and positions, other chains, perpetuals, stake. */
export const limitVenue = oneOf<VenueId | LimitedProtocolId>(VENUE_IDS, protocolsThat.areLimited);
export type LimitVenue = z.infer<typeof limitVenue>;

/**
 * Tokens that may be bought: the chain's deep ones and named ones, or some of them; and the base
 * token, which is the way back.
 */
export const boughtTokens = z.union([z.literal("listed"), z.array(hexAddress).max(50)], {
  error: 'must be "listed" or a list of addresses; any other token is named by itself (nameToken)',
});
export const limitVenues = z
  .array(limitVenue)
  .max(VENUE_IDS.length + protocolsThat.areLimited().length);

/**
 * The limits of one vault as they are kept, per operator, vault and chain: amounts in base units of
 * the vault's base token. An absent amount is none. `version` counts the changes: what was judged
 * with another one is judged again.
 */
export const vaultLimits = z.object({
  version: z.int().min(1),
  baseToken: z.object({
    address: hexAddress,
    symbol: z.string(),
    decimals: z.int().min(0).max(255),
  }),
  maxPerTransaction: baseUnits.optional(),
  /** Given away in 24 hours: in all, and for any one token. */
  maxPerDay: baseUnits.optional(),
  maxPerTokenPerDay: baseUnits.optional(),
  /** In place of maxPerTokenPerDay, for one bought token. Lower case, each once. */
  perToken: z.array(z.object({ token: hexAddress, maxPerDay: baseUnits })).max(50),
  /** Records of before 2026-11-23 may say "all", which has meant "listed" since then. */
  tokens: z.preprocess((kept) => (kept === "all" ? "listed" : kept), boughtTokens),
  /**
   * Tokens beyond the deep ones that the operator named by a fresh signature, each with what may be
   * given for it in 24 hours. Lower case, each once.
   */
  named: z
    .array(z.object({ token: hexAddress, maxPerDay: baseUnits }))
    .max(50)
    .optional(),
  /**
   * Hooks that may keep liquidity for ever, into whose pools the agent wallet may add: named by a
   * fresh signature. Lower case, each once.
   */
  hooks: z.array(hexAddress).max(50).optional(),
  /** Absent: all. */
  venues: limitVenues.optional(),
});
export type VaultLimits = z.infer<typeof vaultLimits>;
