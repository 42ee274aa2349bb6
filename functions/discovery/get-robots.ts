import * as z from "zod";
import { defineRoute } from "../../src/route.ts";

/** RFC 9309: pages and descriptions may be indexed, calls of the API may not. Health is a call. */
const ROBOTS = "User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /mcp\n";

/** Tells crawlers which pages they may index. */
export const getRobots = defineRoute({
  method: "GET",
  path: "/robots.txt",
  price: "free",
  operationId: "getRobots",
  summary: "Tell crawlers what they may index",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/plain",
  headers: { "Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff" },
  isUnlimited: true,
  handle: async () => ROBOTS,
});
