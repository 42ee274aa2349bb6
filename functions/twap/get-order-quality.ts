import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { ORDER_QUALITY_EXAMPLE } from "../../schemas/documents/order-quality-example.ts";
import { orderQualityOutput } from "../../schemas/orders/order-quality-output.ts";
import { qualityQuery } from "../../schemas/orders/quality-query.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { qualityCsv } from "../../src/quality/quality-csv.ts";
import { defineRoute } from "../../src/route.ts";
import { getOrderQuality } from "../../src/twap/tools/get-order-quality.ts";
import { readOrderQuality } from "../../src/twap/tools/read-order-quality.ts";

/** What one TWAP order cost, for its vault's owner: what get_order_quality answers as data. */
export const getOrderQualityRoute = defineRoute({
  method: "GET",
  path: "/api/twap-order/quality",
  price: "free",
  operationId: "getOrderQuality",
  summary: "Read what a TWAP order cost",
  description:
    "Against the vault's oracle at its creation, in the counter token and in basis points of " +
    "the total: delay, timing, execution and what was not traded, each by its own formula, and " +
    "gas beside them. Also of orders that the closed list has dropped, for 400 days. " +
    "`format=csv`, or Accept: text/csv, gives a row a line.",
  tags: ["Tools"],
  auth: "operator",
  leastScope: "read",
  standsFor: getOrderQuality.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, id: "1" },
    response: ORDER_QUALITY_EXAMPLE,
  },
  query: qualityQuery,
  body: z.undefined(),
  output: orderQualityOutput(),
  csv: qualityCsv,
  noStore: true,
  handle: async ({ deps }, { query: { chainId, id, ...query }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: query.vault, chainId };
    const { vault } = await requireOperator(deps, auth);
    return unwrap(await readOrderQuality(deps, { chainId, vault, id }));
  },
});
