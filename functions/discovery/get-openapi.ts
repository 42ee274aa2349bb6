import * as z from "zod";
import { openapiDocument } from "../../schemas/openapi-document.ts";
import { baseUrlOf } from "../../src/discovery/base-url-of.ts";
import { priceList } from "../../src/payment/price-list.ts";
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
  examples: { response: { openapi: "3.1.0", info: { title: "Sextant", version: "1.0.0" }, paths: {} } },
  query: z.object({}),
  body: z.undefined(),
  output: z.looseObject({ openapi: z.literal("3.1.0"), info: z.looseObject({}), paths: z.looseObject({}) }),
  headers: { "Cache-Control": "public, max-age=300" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    openapiDocument({
      routes: deps.routes,
      prices: priceList(deps.env),
      baseUrl: baseUrlOf(deps, raw),
      productName: deps.env.PRODUCT_NAME,
    }),
});
