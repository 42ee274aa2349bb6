import * as z from "zod";
import { orderQualityOutput } from "../../../schemas/orders/order-quality-output.ts";
import { allow } from "../../lib/verdict.ts";
import { qualityLines } from "../../quality/quality-lines.ts";
import { defineTool } from "../../tools/tool.ts";
import { readOrderQuality } from "./read-order-quality.ts";

/** Serves what GET /api/twap-order/quality serves. */
export const getOrderQuality = defineTool({
  name: "get_order_quality",
  description:
    "Shows what a TWAP order cost against the price at its creation: delay, timing, execution, " +
    "what was not traded, gas, and its slices against all at once and against refused slices.",
  category: "TWAP Orders",
  says: ["~quality|slippage|shortfall|cost {order:id}", "execution quality|cost|report {order:id}"],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({ id: z.int().min(1).describe("Id of the TWAP order.") }),
  example: { id: 1 },
  hints: { openWorld: false },
  model: "shown",
  output: orderQualityOutput,
  run: async ({ deps, chainId, vault }, { id }) => {
    const report = await readOrderQuality(deps, { chainId, vault, id });
    return report.ok
      ? allow({ message: qualityLines(report.value).join("\n"), data: report.value })
      : report;
  },
});
