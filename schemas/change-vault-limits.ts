import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { dryRunMark } from "./dry-run-mark.ts";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { decimalAmount, hexAddress } from "./primitives.ts";
import { execModeQuery } from "./settings.ts";
import { boughtTokens, limitVenues } from "./vault-limits.ts";

const amount = decimalAmount.nullable();

/**
 * A vault's limits as callers write and read them: decimal amounts of the base token, null for
 * none.
 */
export const shownVaultLimits = z.object({
  maxPerTransaction: amount.describe(
    "Most that one transaction may give away, in the vault's base token by its oracle. null: " +
      "no limit.",
  ),
  maxPerDay: amount.describe("Most that all may give away in 24 hours. null: no limit."),
  maxPerTokenPerDay: amount.describe(
    "Most that may be given for any one bought token in 24 hours. null: no limit.",
  ),
  perToken: z
    .array(z.strictObject({ token: hexAddress, maxPerDay: decimalAmount }))
    .max(50)
    .describe(
      "Limits of single bought tokens, in place of maxPerTokenPerDay; the list replaces the " +
        "one before.",
    ),
  tokens: boughtTokens.describe(
    'What may be bought: "listed" (the coin, USDC, USDT, DAI, forms of BTC and ETH, and what ' +
      "was named) or of those the given addresses (0x0 the coin). The base token always may.",
  ),
  named: z
    .array(z.object({ token: hexAddress, maxPerDay: decimalAmount }))
    .max(50)
    .describe(
      "Tokens that the operator named, with what may be given for each in 24 hours. Set by " +
        "nameToken.",
    ),
  hooks: z
    .array(hexAddress)
    .max(50)
    .describe(
      "Hooks that the operator named, into whose pools the agent may add although they may " +
        "refuse to give liquidity back. Set by nameHook.",
    ),
  venues: limitVenues.nullable().describe("Venues that may be used. null: all."),
});
export type ShownVaultLimits = z.infer<typeof shownVaultLimits>;

/** One token, beside no other change, so that what is signed for it says all that it does. */
const nameToken = z
  .object({ token: hexAddress, maxPerDay: amount })
  .describe(
    "Names one token that may be bought, with the most that may be given for it in 24 hours; " +
      "null takes the name back. Stands alone. A new name or a higher amount needs a signature " +
      "whose line holds both.",
  );

/** One hook, beside no other change, for the same reason. */
const nameHook = z
  .object({ hook: hexAddress, allowed: z.boolean() })
  .describe(
    "Names one hook that is asked when liquidity is taken out, so that the agent may add to " +
      "its pools; false takes the name back. Stands alone. A new name needs a signature whose " +
      "line holds the address.",
  );

/** A change of them. What is left out stays. */
export const changeVaultLimits = shownVaultLimits
  .omit({ named: true, hooks: true })
  .partial()
  .extend({
    nameToken: nameToken.optional(),
    nameHook: nameHook.optional(),
    reset: z
      .boolean()
      .optional()
      .describe("true takes all limits and names away; then none may be given."),
  });
export type VaultLimitsChange = z.infer<typeof changeVaultLimits>;

/** Body of POST /api/settings/limits, and query of the GET. */
export const vaultLimitsRequest = operatorAuthAnywhere.extend(changeVaultLimits.shape);
export const vaultLimitsQuery = execModeQuery.extend({
  chainId: z
    .string()
    .regex(/^[0-9]{1,16}$/, "must be an integer")
    .transform(Number)
    .pipe(everyChainId)
    .meta({
      type: "integer",
      pattern: undefined,
      description: "The chain the vault exists on.",
    }),
});

/** The limits in force, and what is left of them. */
export const vaultLimitsState = z.object({
  limits: shownVaultLimits,
  baseToken: z
    .object({ address: hexAddress, symbol: z.string(), decimals: z.int() })
    .nullable()
    .describe("What the amounts are of. null: no limit was ever set."),
  used: z
    .object({
      day: decimalAmount,
      tokens: z.array(z.object({ token: hexAddress, amount: decimalAmount })),
    })
    .describe(
      "Given away in the last 24 hours: of all, and for each bought token. Counted while an " +
        "amount is limited.",
    ),
  left: z
    .object({ day: amount, tokens: z.array(z.object({ token: hexAddress, amount })) })
    .describe("What the limits of 24 hours leave. null: no limit."),
});
export type VaultLimitsState = z.infer<typeof vaultLimitsState>;
export const vaultLimitsResponse = vaultLimitsState.extend({
  ok: z.literal(true),
  dryRun: dryRunMark,
});
