import type { Address } from "viem";
import * as z from "zod";
import { decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import {
  vaultLimitsState as limitsState,
  shownVaultLimits,
} from "../../schemas/vaults/change-vault-limits.ts";
import { limitVenues } from "../../schemas/vaults/vault-limits.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { changeVaultLimits } from "../settings/change-vault-limits.ts";
import { limitLines } from "../settings/limit-lines.ts";
import { vaultLimitsState } from "../settings/vault-limits-state.ts";
import { chainArgument, invalid } from "./chain-argument.ts";
import { defineTool, operatorOf } from "./tool.ts";

/** Only tightens; POST /api/settings/limits loosens. */
export const setVaultLimits = defineTool({
  name: "set_vault_limits",
  description:
    "Tightens what bounds the calls of this vault on a chain: most per transaction, in 24 " +
    "hours and per bought token (in the base token by the oracle), tokens that may be " +
    "bought, venues. What is left out stays. Loosening needs POST /api/settings/limits with " +
    "a signature made for it.",
  category: "Operator Settings",
  says: [
    "limit the vault to {amount:maxPerDay} usdc per day",
    "~limit|limits|cap|restrict|max|more|most|maximum|maxperday {amount:maxPerDay} " +
      "{pace:day} [usdc|usd] [vault|spending|trading|daily|budget|limit] " +
      "[spend|move|trade|swap] [don't|never|not] [want] [@set] [vault] [limit] [no]",
    "~{pace:day} {amount:maxPerDay} {amount:maxPerTransaction} " +
      "transaction|trade|swap|tx|ticket [limit|cap|restrict|max|set] [usdc] [per] [and] " +
      "[spending] [single|any|each] [to]",
    "limit the vault to {amount:maxPerTransaction} usdc per transaction",
    "~limit|limits|cap|restrict|max|more|most|maximum {amount:maxPerTransaction} " +
      "transaction|trade|swap|tx|ticket|once|time|maxpertransaction [usdc|usd] [per] [each] " +
      "[vault|spending] [spend] [don't|never|not] [@set] [no] [one] [single]",
    "limit the vault to {amount:maxPerTokenPerDay} usdc per token per day",
    "~limit|limits|cap|max|more|most|maximum token {amount:maxPerTokenPerDay} {pace:day} " +
      "[usdc|usd] [per] [@set] [any] [one]",
    "~allow|only|use|permit|restrict|limit|venues {venue:venues+} [{venue:venues+}] " +
      "venues|venue|exchanges|dexes|dex|exchange|trading|trade|only [only] [as] [and] [@set] " +
      "[limit] [to] [on] [through]",
  ],
  access: "operator",
  leastScope: "owner",
  effect: "state",
  model: "hidden",
  alsoOnVenues: true,
  input: z.object({
    chain: chainArgument,
    maxPerTransaction: most("one transaction may give away"),
    maxPerDay: most("all may give away in 24 hours"),
    maxPerTokenPerDay: most("may be given for any one bought token in 24 hours"),
    perToken: shownVaultLimits.shape.perToken.optional(),
    tokens: z
      .array(z.string().max(42))
      .max(50)
      .optional()
      .describe(
        "What may be bought of the deep tokens and those that were named: addresses (0x0 the " +
          'coin), or ["listed"] for all of them. The base token always may.',
      ),
    venues: limitVenues.optional().describe("Venues that may be used."),
  }),
  example: { maxPerTransaction: "50000", maxPerDay: "500000" },
  humanOwned: [
    "maxPerTransaction",
    "maxPerDay",
    "maxPerTokenPerDay",
    "perToken",
    "tokens",
    "venues",
  ],
  // A paired chat may tighten: it gains nothing by it.
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  output: () => limitsState,
  run: async (ctx, { chain: _, tokens, ...amounts }) => {
    const bought = boughtOf(tokens);
    if (!bought.ok) return bought;
    const { deps, chainId, vault } = ctx;
    const { limits: current, spent } = await ctx.stored();
    const change = { ...amounts, tokens: bought.value };
    const changed = await changeVaultLimits(deps, {
      operator: operatorOf(ctx),
      vault,
      chainId,
      change,
      current,
    });
    if (!changed.ok) return changed;
    const state = vaultLimitsState({ limits: changed.value, spent }, deps.chain(chainId).addresses);
    return allow({ message: limitLines(state).join("\n"), data: state });
  },
});

/** Function calling takes one type an argument, so "listed" stands in a list. */
function boughtOf(
  tokens: readonly string[] | undefined,
): Verdict<"listed" | Address[] | undefined> {
  if (tokens?.length === 1 && tokens[0] === "listed") return allow("listed");
  const read = z.array(hexAddress).optional().safeParse(tokens);
  if (read.success) return allow(read.data);
  return invalid('tokens: each is an address (0x and 40 digits), or the one word "listed" alone.');
}

/** No null and no reset, which loosen. */
function most(what: string) {
  return decimalAmount
    .optional()
    .describe(`Most that ${what}, in the vault's base token by its oracle.`);
}
