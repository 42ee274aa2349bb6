import * as z from "zod";
import { PAGE_POLICY } from "../../src/discovery/docs-style.ts";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";

/** The OpenAPI document as a page for people. */
export const getDocs = defineRoute({
  method: "GET",
  path: "/docs",
  price: "free",
  operationId: "getDocs",
  summary: "Show the documentation",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/html",
  headers: {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    (await loadDocuments(deps)).page(deps, raw, priceList(deps.env)),
});
