import { HYPERLIQUID_WIRE } from "../calldata/hyperliquid-call.ts";
import { perpBAmount, perpBTool, perpBWords } from "./perp-b-output.ts";
import { hyperliquidPlan, readHyperliquidFacts } from "./read-hyperliquid-facts.ts";
import { defineTool } from "./tool.ts";

/**
 * The adapter keeps it for the fee of the way back: 0.1 USDC, 8 decimals (docs/facts/hyperliquid.md
 * 1).
 */
const RESERVE_E8 = 10_000_000n;

export const perpBSpotSend = defineTool({
  name: "perp_b_spot_send",
  aliases: ["hyperliquid_spot_send"],
  description:
    "Sends USDC from the vault's Hyperliquid spot account back to the vault on HyperEVM " +
    "(chain 999), and nowhere else. 0.1 USDC stay behind for the fee.",
  ...perpBTool,
  says: [
    "send {amount:amount} usdc from hyperliquid spot back to the vault",
    "send|withdraw|bring|move {amount:amount} [usdc] [back] from @perpb [spot] [account] " +
      "[back] [to vault]",
    "send|withdraw|bring|move {amount:amount} [usdc] [back] from spot [back] [to vault] " +
      "[on|at] @perpb",
  ],
  input: perpBAmount.input,
  example: { amount: "100" },
  model: {
    grounding: {
      example: "send 100 USDC from Hyperliquid spot back to the vault",
      acts: ["send from+spot", "withdraw from+spot", "bring from+spot", "move from+spot"],
      words: `${perpBWords.words} usdc back`,
      venue: perpBWords.venue,
      // The way there.
      never: [
        ...perpBWords.never,
        ...["to", "into", "onto"].flatMap((to) => [`${to} hyperliquid`, `${to} hl`]),
      ],
      fields: { amount: { is: "amount", of: "USDC" } },
      card: { ...perpBWords.card, to: "the vault on HyperEVM, from its spot account there" },
    },
  },
  plan: async (ctx, { amount }) => {
    const read = await readHyperliquidFacts(ctx, "sendRawAction");
    if (!read.ok) return read;
    const freeE8 = read.value.spotE8 - RESERVE_E8;
    const where = "can leave the spot account (0.1 USDC stay there)";
    const wanted = perpBAmount.of(amount, { mostBase: freeE8 > 0n ? freeE8 / 100n : 0n, where });
    if (!wanted.ok) return wanted;
    const { amount: shown, amountBase, data } = wanted.value;
    const destination = HYPERLIQUID_WIRE.usdcSystemAddress;
    return hyperliquidPlan(
      { kind: "hlSpotSend", destination, amountE8: amountBase * 100n },
      read.value,
      {
        description: `Send ${shown} USDC from the vault's Hyperliquid spot account back to the vault`,
        lines: [
          "The venue takes its fee from what stays behind, and may keep 1 USDC at the " +
            "account's first send.",
          "For 128 s after it the vault's NAV on this chain is locked.",
        ],
        data,
      },
    );
  },
});
