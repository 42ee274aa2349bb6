import * as z from "zod";
import { orderDetailParts } from "../../../schemas/order-detail-parts.ts";
import { allow } from "../../lib/verdict.ts";
import { defineTool } from "../../tools/tool.ts";
import { orderDetailText } from "./order-detail-text.ts";
import { orderOutput } from "./order-output.ts";
import { readOrderDetail } from "./read-order-detail.ts";

/** One order with its slices, by page. */
export const getTwapOrder = defineTool({
  name: "get_twap_order",
  description:
    "Shows one TWAP order in full: what became of each slice (times, amounts, transaction, gas, quote, oracle price, refusal with figures), what comes next, what was changed in between, and what it still needs. By pages of slices.",
  category: "TWAP Orders",
  says: [
    "show {named:id}",
    "{named:id}",
    "~fills|trades|slices|executions|txs|prices|fill {named:id}",
    "~why|reason {order:id} [waiting|wait|waits|stuck|paused|late|behind|stopped|not|running|trading]",
    "~details|detail|status|state|progress|show|how|view|open|see|check|far {order:id}",
    "~when {order:id} [next]",
  ],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({
    id: z.int().min(1).describe("Id of the TWAP order."),
    cursor: z
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe("Number of the first slice of the page; nextCursor of the page before."),
    limit: z.int().min(1).max(50).default(20).describe("Slices of a page."),
  }),
  example: { id: 1 },
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ order: orderOutput(), ...orderDetailParts() }),
  run: async ({ deps, chainId, vault, stored }, input) => {
    const detail = await readOrderDetail(deps, { chainId, vault, ...input }, stored());
    return detail.ok ? allow({ message: orderDetailText(detail.value), data: detail.value }) : detail;
  },
});
