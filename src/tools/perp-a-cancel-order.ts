import * as z from "zod";
import { hexHash } from "../../schemas/primitives.ts";
import { refusalOfOrder } from "../gmx/refusal-of-order.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { perpAFacts, perpAPlan } from "./perp-a-facts.ts";
import { perpATool, perpAWords } from "./perp-a-output.ts";
import { defineTool } from "./tool.ts";

/** The vault's own, and a market order only once it is 300 s old (check-gmx-order.ts). */
export const perpACancelOrder = defineTool({
  name: "perp_a_cancel_order",
  aliases: ["gmx_cancel_order"],
  description:
    "Cancels a pending GMX order of the vault; its collateral and what is left of the " +
    "keeper's fee come back. GMX allows that for a market order 300 s after it was made. " +
    "Returns an unsigned transaction, or executes it in delegated mode.",
  ...perpATool,
  input: z.object({ orderKey: hexHash.describe("As perp_a_get_positions lists it.") }),
  example: { orderKey: `0x${"ab".repeat(32)}` },
  model: {
    grounding: {
      example: "cancel GMX order 0x...",
      acts: ["cancel order"],
      words: "v2 pending key",
      venue: perpAWords.venue,
      fields: { orderKey: { is: "key" } },
      card: { ...perpAWords.card, to: "the vault, which gets back what the order holds" },
    },
  },
  plan: async (ctx, { orderKey: text }) => {
    const read = await perpAFacts(ctx, { onChain: true });
    if (!read.ok) return read;
    const orderKey = lowerHex(text);
    const { account, facts } = read.value;
    const own = refusalOfOrder({ kind: "gmxCancel", orderKey }, account, facts.block.timestampSec);
    if (own !== undefined) return own;
    return perpAPlan(read.value, {
      call: { kind: "gmxCancel", orderKey },
      description: `Cancel the pending order ${orderKey}`,
      lines: [
        "A keeper may still execute it before this is mined: perp_a_get_positions shows what " +
          "happened.",
      ],
      answer: { action: "cancel", orderKey },
    });
  },
});
