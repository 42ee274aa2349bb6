import { type OpenapiDocument, openapiDocument } from "../../schemas/openapi-document.ts";
import type { OpenapiPrices } from "../../schemas/openapi-route.ts";
import type { Deps } from "../deps.ts";
import type { RawRequest } from "../route.ts";
import { baseUrlOf } from "./base-url-of.ts";

/**
 * The OpenAPI document as this caller reaches the service. It is made from a hundred schemas, so once per isolate; only
 * the address differs between callers. `prices`: USDC by price id.
 */
export function serviceDocument(deps: Deps, raw: RawRequest, prices: OpenapiPrices): OpenapiDocument {
  const { routes, caches, clock } = deps;
  const productName = deps.env.PRODUCT_NAME;
  const key = JSON.stringify([productName, prices]);
  const made = caches.openapi.get(key, clock.nowMs()) ?? openapiDocument({ routes, prices, baseUrl: "", productName });
  caches.openapi.set(key, made, Number.POSITIVE_INFINITY);
  return { ...made, servers: [{ url: baseUrlOf(deps, raw) }] };
}
