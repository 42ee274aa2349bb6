import * as z from "zod";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/price-list.ts";
import { defineRoute } from "../../src/route.ts";

/** Nothing runs and nothing is loaded: the one style of the page is allowed by its hash (src/discovery/docs-style.ts). */
const POLICY =
  "default-src 'none'; style-src 'sha256-zfM1WAP8uYsY3qg0b4LJ4T4Ly7HjKVj/7mnE/eLco1Q='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document as a page for people. */
export const getDocs = defineRoute({
  method: "GET",
  path: "/docs",
  price: "free",
  operationId: "getDocs",
  summary: "Show the documentation",
  tags: ["Discovery"],
  auth: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/html",
  headers: {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => (await loadDocuments(deps)).page(deps, raw, priceList(deps.env)),
});
