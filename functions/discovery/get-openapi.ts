import * as z from "zod";
import { VERSION } from "../../schemas/version.ts";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";

/** The machine-readable description of everything here, made from the routes themselves. */
export const getOpenapi = defineRoute({
  method: "GET",
  path: "/openapi.json",
  price: "free",
  operationId: "getOpenapi",
  summary: "Describe the service as OpenAPI 3.1",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: { openapi: "3.1.0", info: { title: "Sextant", version: VERSION }, paths: {} },
  },
  query: z.object({}),
  body: z.undefined(),
  output: z.looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({}),
    paths: z.looseObject({}),
  }),
  headers: { "Cache-Control": "public, max-age=300" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    (await loadDocuments(deps)).openapi(deps, raw, priceList(deps.env)),
});
