import * as z from "zod";
import { PAGE_POLICY } from "../../src/discovery/docs-style.ts";
import { renderHome } from "../../src/discovery/render-home.ts";
import { defineRoute } from "../../src/route.ts";

/** The page of the service's address, for people. */
export const getHome = defineRoute({
  method: "GET",
  path: "/",
  price: "free",
  operationId: "getHome",
  summary: "Show what the service is",
  tags: ["Discovery"],
  auth: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/html",
  headers: {
    "Cache-Control": "public, max-age=300",
    // The icon of the tab is the service's own.
    "Content-Security-Policy": `${PAGE_POLICY}; img-src 'self'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  },
  isUnlimited: true,
  handle: async ({ deps }) => renderHome(deps.env.PRODUCT_NAME),
});
