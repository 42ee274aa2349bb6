import type * as z from "zod";
import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { OpenapiRoute } from "../../schemas/openapi-route.ts";
import { SERVICE_WORDS } from "../../schemas/service-words.ts";
import type { x402Resources } from "../../schemas/x402-resources.ts";
import type { Env } from "../env.ts";
import { PAYMENT_NETWORK, paymentTerms, priceOf } from "./payment-terms.ts";

type Resources = z.infer<typeof x402Resources>;

type Listed = {
  routes: readonly OpenapiRoute[];
  signer: string | undefined;
  /** Each tool is a resource, called by this operation. */
  tools: { calledBy: string; list: readonly ListedTool[] };
};

const ofTool = (route: OpenapiRoute, { name, description }: ListedTool): OpenapiRoute => ({
  ...route,
  summary: description,
  payQuery: `?toolName=${name}`,
});

/** Taken out again: the other terms are known without a recipient. */
const NO_RECIPIENT = "0x0000000000000000000000000000000000000000";

/**
 * The paid resources with each 402's terms, made by `gather` once for a configuration and an
 * address.
 * @throws not_configured for malformed prices or recipient
 */
export async function listResources(
  env: Env,
  baseUrl: string,
  gather: () => Promise<Listed>,
): Promise<Resources> {
  const last = made.get(env);
  if (last?.baseUrl === baseUrl) return last.list;
  const list = listOf(env, baseUrl, await gather());
  made.set(env, { baseUrl, list });
  return list;
}

const made = new WeakMap<Env, { baseUrl: string; list: Resources }>();

function listOf(env: Env, baseUrl: string, { routes, signer, tools }: Listed): Resources {
  const items = routes.flatMap((route) => [
    ...itemOf(env, route, baseUrl),
    ...(route.operationId === tools.calledBy
      ? tools.list.flatMap((tool) => itemOf(env, ofTool(route, tool), baseUrl, tool))
      : []),
  ]);
  return {
    version: 1,
    name: env.PRODUCT_NAME,
    description: SERVICE_WORDS.resources,
    openapi: `${baseUrl}/openapi.json`,
    docs: `${baseUrl}/docs`,
    instructions:
      `Call a resource; its 402 says how to pay in USDC on Base (${PAYMENT_NETWORK}). Send ` +
      "the signed payload as X-Payment or PAYMENT-SIGNATURE. Only a 2xx is charged.",
    ...(signer !== undefined && { signer }),
    resources: [...new Set(items.map(({ resource }) => resource))],
    items,
  };
}

function itemOf(
  env: Env,
  { method, path, payQuery = "", price, operationId, summary }: OpenapiRoute,
  baseUrl: string,
  tool?: ListedTool,
): Resources["items"] {
  if (price === "free") return [];
  const isConfigured = env.X402_PAY_TO !== undefined;
  const { payTo, amount, asset, maxTimeoutSeconds, extra } = paymentTerms(
    isConfigured ? env : { ...env, X402_PAY_TO: NO_RECIPIENT },
    price,
  );
  const resource = baseUrl + path + payQuery;
  const terms = {
    scheme: "exact" as const,
    ...(isConfigured && { payTo }),
    maxTimeoutSeconds,
    asset,
    extra,
  };
  const described = { resource, description: summary, mimeType: "application/json" };
  return [
    {
      type: "http",
      method,
      resource,
      operationId,
      description: summary,
      ...(tool !== undefined && { tool: tool.name, example: tool.example }),
      priceUsdc: priceOf(env, price).usdc,
      x402Version: [1, 2],
      v1: {
        x402Version: 1,
        accepts: [{ ...terms, network: "base", maxAmountRequired: amount, ...described }],
      },
      v2: { x402Version: 2, accepts: [{ ...terms, network: PAYMENT_NETWORK, amount }] },
    },
  ];
}
