import * as z from "zod";
import { defineRoute } from "../../src/route.ts";

/** A sextant's arc and arm, drawn; browsers go by the type of the answer and not by the path. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" ' +
  'rx="6" fill="#0f6b4f"/><path d="M16 5 5 23a20 20 0 0 0 22 0zM16 5v21" fill="none" ' +
  'stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/></svg>\n';

/** The icon that browsers look for by themselves. */
export const getFavicon = defineRoute({
  method: "GET",
  path: "/favicon.ico",
  price: "free",
  operationId: "getFavicon",
  summary: "Show the icon of the service",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "image/svg+xml",
  headers: {
    "Cache-Control": "public, max-age=86400",
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
  },
  isUnlimited: true,
  handle: async () => ICON,
});
