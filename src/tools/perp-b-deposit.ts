import { perpBAmount, perpBTool, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool } from "./tool.ts";

/**
 * The venue keeps it of a new account's first deposit: 6 decimals (docs/facts/hyperliquid.md 2).
 */
const ACTIVATION_BASE = 1_000_000n;

export const perpBDeposit = defineTool({
  name: "perp_b_deposit",
  aliases: ["hyperliquid_deposit"],
  description:
    "Deposits USDC of the vault on HyperEVM (chain 999) into its own Hyperliquid perpetuals " +
    "account. At most 10% of the vault's value at once unless its limit is loosened; its NAV " +
    "on that chain is locked for about two minutes.",
  ...perpBTool,
  says: [
    "deposit {amount:amount} usdc to hyperliquid",
    "deposit|transfer|send|move|put|add|fund {amount:amount} [usdc] to|into|on|in|onto " +
      "@perpb [account|margin|perp|perps]",
    "fund @perpb [account] with {amount:amount} [usdc]",
    "@perpb deposit {amount:amount} [usdc]",
  ],
  input: perpBAmount.input,
  example: { amount: "250" },
  model: {
    grounding: {
      example: "deposit 250 USDC into Hyperliquid",
      acts: ["deposit", "fund"],
      words: `${perpBWords.words} usdc perp perps perpetuals`,
      venue: perpBWords.venue,
      // The way back.
      never: [...perpBWords.never, "from hyperliquid", "from hl"],
      fields: { amount: { is: "amount", of: "USDC" } },
      card: {
        ...perpBWords.card,
        to: "the vault's own perpetuals account there, from the vault on HyperEVM",
      },
    },
  },
  plan: async (ctx, { amount }) => {
    const read = await readHyperliquidFacts(ctx, "deposit");
    if (!read.ok) return read;
    const { exists, usdcBase } = read.value;
    const leastBase = exists ? ACTIVATION_BASE : 2n * ACTIVATION_BASE;
    const wanted = perpBAmount.of(amount, {
      mostBase: usdcBase,
      where: "are in the vault on chain 999",
      leastBase,
    });
    if (!wanted.ok) return wanted;
    const { amount: shown, amountBase, data } = wanted.value;
    const lines = [
      "For 128 s after it the vault's NAV on this chain is locked: nobody can buy or give " +
        "back vault tokens there.",
      ...(exists
        ? []
        : [
            "It is the account's first deposit: the venue keeps 1 USDC of it for opening the " +
              "account.",
          ]),
    ];
    return hyperliquidPlan({ kind: "hlDeposit", amountBase }, read.value, {
      description: `Deposit ${shown} USDC into the vault's Hyperliquid account`,
      lines,
      data,
    });
  },
});
