import * as z from "zod";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";

/** Plain text that tells a language model how to use the service. */
export const getLlms = defineRoute({
  method: "GET",
  path: "/llms.txt",
  price: "free",
  operationId: "getLlms",
  summary: "Introduce the service to a language model",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/plain",
  headers: { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    (await loadDocuments(deps)).llms(deps, raw, priceList(deps.env)),
});
