import * as z from "zod";
import { formatUnits } from "../lib/parse-units.ts";
import { allow } from "../lib/verdict.ts";
import { perpBAmount, perpBOutput, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool } from "./tool.ts";

/** The venue keeps it of a new account's first deposit (docs/facts/hyperliquid.md 2), 6 decimals. */
const ACTIVATION_BASE = 1_000_000n;

export const perpBDeposit = defineTool({
  name: "perp_b_deposit",
  aliases: ["hyperliquid_deposit"],
  description:
    "Deposits USDC of the vault on HyperEVM (chain 999) into its own Hyperliquid perpetuals account. At most 10% of the vault's value at once unless its limit is loosened; its NAV on that chain is locked for about two minutes.",
  category: "Hyperliquid Perpetuals",
  says: [
    "deposit {amount:amount} usdc to hyperliquid",
    "deposit|transfer|send|move|put|add|fund {amount:amount} [usdc] to|into|on|in|onto @perpb [account|margin|perp|perps]",
    "fund @perpb [account] with {amount:amount} [usdc]",
    "@perpb deposit {amount:amount} [usdc]",
  ],
  access: "vault",
  leastScope: "propose",
  effect: "transaction",
  chain: 999,
  input: z.object({ amount: perpBAmount.input }),
  example: { amount: "250" },
  needsSignature: false,
  model: {
    grounding: {
      example: "deposit 250 USDC into Hyperliquid",
      acts: ["deposit", "fund"],
      words: `${perpBWords.words} usdc perp perps perpetuals`,
      venue: perpBWords.venue,
      // The way back.
      never: [...perpBWords.never, "from hyperliquid", "from hl"],
      fields: { amount: { is: "amount", of: "USDC" } },
      card: { ...perpBWords.card, to: "the vault's own perpetuals account there, from the vault on HyperEVM" },
    },
  },
  output: perpBOutput,
  plan: async (ctx, { amount }) => {
    const read = await readHyperliquidFacts(ctx, "deposit");
    if (!read.ok) return read;
    const { exists, usdcBase } = read.value;
    const leastBase = exists ? ACTIVATION_BASE : 2n * ACTIVATION_BASE;
    const amountBase = perpBAmount.of(amount, {
      mostBase: usdcBase,
      where: "are in the vault on chain 999",
      leastBase,
    });
    if (!amountBase.ok) return amountBase;
    const shown = formatUnits(amountBase.value, 6);
    const lines = [
      "For 128 s after it the vault's NAV on this chain is locked: nobody can buy or give back vault tokens there.",
      ...(exists ? [] : ["It is the account's first deposit: the venue keeps 1 USDC of it for opening the account."]),
    ];
    return allow(
      hyperliquidPlan({ kind: "hlDeposit", amountBase: amountBase.value }, read.value, {
        description: `Deposit ${shown} USDC into the vault's Hyperliquid account`,
        lines,
        data: { amount: shown, amountBase: amountBase.value.toString() },
      }),
    );
  },
});
