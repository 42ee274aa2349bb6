import * as z from "zod";
import { GRANT_SCOPES, grantScope } from "../../schemas/agent-grant.ts";
import { OWN_RESOURCES, RESOURCE_METADATA_PATH } from "../../src/auth/token-not-valid.ts";
import { baseUrlOf } from "../../src/discovery/base-url-of.ts";
import { defineRoute } from "../../src/route.ts";

/**
 * Where bearer tokens come from (RFC 9728). It names no authorization server: an agent exchanges
 * its grant, and nobody signs in (decision D65).
 */
export const getProtectedResource = defineRoute({
  method: "GET",
  path: RESOURCE_METADATA_PATH,
  aliases: OWN_RESOURCES.map((path) => RESOURCE_METADATA_PATH + path),
  price: "free",
  operationId: "getProtectedResource",
  summary: "Say where bearer tokens come from",
  description:
    "The metadata of RFC 9728, of the whole service and, behind its path, of the MCP " +
    "endpoint. There is no authorization server: a token is taken at `POST " +
    "/api/grants/token`.",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: {
      resource: "https://api.example/mcp",
      resource_name: "Sextant",
      resource_documentation: "https://api.example/docs#createGrantToken",
      bearer_methods_supported: ["header"],
      scopes_supported: [...GRANT_SCOPES],
    },
  },
  query: z.object({}),
  body: z.undefined(),
  output: z.object({
    resource: z.url().describe("The resource that this is of: as its own path says."),
    resource_name: z.string(),
    resource_documentation: z.url().describe("Where a token comes from, for people."),
    bearer_methods_supported: z.array(z.literal("header")),
    scopes_supported: z.array(grantScope),
  }),
  headers: { "Cache-Control": "public, max-age=3600" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => {
    const base = baseUrlOf(deps, raw);
    return {
      resource: base + new URL(raw.url).pathname.slice(RESOURCE_METADATA_PATH.length),
      resource_name: deps.env.PRODUCT_NAME,
      resource_documentation: `${base}/docs#createGrantToken`,
      bearer_methods_supported: ["header" as const],
      scopes_supported: [...GRANT_SCOPES],
    };
  },
});
