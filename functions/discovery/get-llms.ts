import * as z from "zod";
import { llmsText } from "../../src/discovery/llms-text.ts";
import { serviceDocument } from "../../src/discovery/service-document.ts";
import { priceList } from "../../src/payment/price-list.ts";
import { defineRoute } from "../../src/route.ts";
import { TOOLS } from "../../src/tools/registry.ts";

/** What a language model needs to use the service, as plain text. */
export const getLlms = defineRoute({
  method: "GET",
  path: "/llms.txt",
  price: "free",
  operationId: "getLlms",
  summary: "Introduce the service to a language model",
  tags: ["Discovery"],
  auth: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/plain",
  headers: { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => llmsText(await serviceDocument(deps, raw, priceList(deps.env)), TOOLS),
});
