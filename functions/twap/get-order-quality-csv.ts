import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { ORDER_QUALITY_EXAMPLE } from "../../schemas/documents/order-quality-example.ts";
import { qualityQuery } from "../../schemas/orders/quality-query.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { unwrap } from "../../src/errors.ts";
import { qualityCsv } from "../../src/quality/quality-csv.ts";
import { defineRoute } from "../../src/route.ts";
import { getOrderQuality } from "../../src/twap/tools/get-order-quality.ts";
import { readOrderQuality } from "../../src/twap/tools/read-order-quality.ts";

/** The same report as a table for spreadsheets. */
export const getOrderQualityCsv = defineRoute({
  method: "GET",
  path: "/api/twap-order/quality/csv",
  price: "free",
  operationId: "getOrderQualityCsv",
  summary: "Export what a TWAP order cost as CSV",
  description: "The lines that /api/twap-order/quality gives for the same query, a row each.",
  tags: ["Tools"],
  auth: "operator",
  leastScope: "read",
  standsFor: getOrderQuality.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, id: "1" },
    response: qualityCsv(ORDER_QUALITY_EXAMPLE),
  },
  query: qualityQuery,
  body: z.undefined(),
  output: z.string(),
  contentType: "text/csv",
  noStore: true,
  handle: async ({ deps }, { query: { chainId, id, ...query }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: query.vault, chainId };
    const { vault } = await requireOperator(deps, auth);
    return qualityCsv(unwrap(await readOrderQuality(deps, { chainId, vault, id })));
  },
});
