import { hyperliquidApi } from "../hyperliquid/hyperliquid-api.ts";
import { perpBAmount, perpBTool, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool } from "./tool.ts";

/** The first half of the way back; the vault's adapter takes no other direction. */
export const perpBUsdClassTransfer = defineTool({
  name: "perp_b_usd_class_transfer",
  aliases: ["hyperliquid_usd_class_transfer"],
  description:
    "Moves USDC from the vault's Hyperliquid perpetuals account to its spot account, the " +
    "first step of a withdrawal. Only what no position binds, and only in this direction.",
  ...perpBTool,
  says: [
    "move {amount:amount} usdc from perps to spot on hyperliquid",
    "~move|transfer|send perp|perps|perpetuals spot @perpb {amount:amount} [usdc] [from] [account]",
  ],
  input: perpBAmount.input,
  example: { amount: "100" },
  model: {
    grounding: {
      example: "move 100 USDC from perps to spot on Hyperliquid",
      acts: ["move", "transfer", "send"].flatMap((act) =>
        ["perp", "perps", "perpetuals"].map((from) => `${act} to+spot ${from}`),
      ),
      words: `${perpBWords.words} usdc perp perps perpetuals`,
      venue: perpBWords.venue,
      never: [
        ...perpBWords.never,
        "to perp",
        "to perps",
        "into perp",
        "into perps",
        "from spot",
        "from vault",
        "to vault",
      ],
      fields: { amount: { is: "amount", of: "USDC" } },
      card: {
        ...perpBWords.card,
        to: "the vault's own spot account there, from its perpetuals account",
      },
    },
  },
  plan: async (ctx, { amount }) => {
    const [read, account] = await Promise.all([
      readHyperliquidFacts(ctx, "sendRawAction"),
      ctx.deps.api(hyperliquidApi).account(ctx.vault),
    ]);
    if (!read.ok) return read;
    if (!account.ok) return account;
    const { withdrawableBase } = account.value;
    const where = "are free in the perpetuals' account (the rest is margin of positions)";
    const wanted = perpBAmount.of(amount, { mostBase: withdrawableBase, where });
    if (!wanted.ok) return wanted;
    const { amount: shown, amountBase, data } = wanted.value;
    return hyperliquidPlan({ kind: "hlClassTransfer", amountBase }, read.value, {
      description:
        `Move ${shown} USDC from the vault's perpetuals account to its spot account at ` +
        "Hyperliquid",
      lines: ["It cannot be moved back directly: from the spot account it goes to the vault."],
      suggestions: ["Bring it back to the vault with perp_b_spot_send"],
      data,
    });
  },
});
