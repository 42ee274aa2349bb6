import { type OpenapiDocument, openapiDocument } from "../../schemas/openapi-document.ts";
import type { OpenapiPrices } from "../../schemas/openapi-route.ts";
import { loadTools } from "../calls/load-tools.ts";
import type { Deps } from "../deps.ts";
import { loadRoute } from "../load-route.ts";
import type { RawRequest } from "../route.ts";
import { baseUrlOf } from "./base-url-of.ts";

/** Made from a hundred schemas once per isolate; only the address differs between callers. `prices`: USDC by price id. */
export async function serviceDocument(deps: Deps, raw: RawRequest, prices: OpenapiPrices): Promise<OpenapiDocument> {
  const { routes, caches, clock } = deps;
  const productName = deps.env.PRODUCT_NAME;
  const key = JSON.stringify([productName, prices]);
  const make = async () =>
    openapiDocument({
      ...{ routes: await Promise.all(routes.map(loadRoute)), prices, baseUrl: "", productName },
      choices: (await loadTools(deps)).choices(),
    });
  const made = caches.openapi.get(key, clock.nowMs()) ?? (await make());
  caches.openapi.set(key, made, Number.POSITIVE_INFINITY);
  return { ...made, servers: [{ url: baseUrlOf(deps, raw) }] };
}
