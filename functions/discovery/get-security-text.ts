import * as z from "zod";
import { baseUrlOf } from "../../src/discovery/base-url-of.ts";
import { securityText } from "../../src/discovery/security-text.ts";
import { defineRoute } from "../../src/route.ts";

/** Contact for reports of vulnerabilities (RFC 9116). */
export const getSecurityText = defineRoute({
  method: "GET",
  path: "/.well-known/security.txt",
  price: "free",
  operationId: "getSecurityText",
  summary: "Say where to report a vulnerability",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/plain",
  headers: { "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    securityText(baseUrlOf(deps, raw), deps.env.SECURITY_CONTACT, deps.clock.nowMs()),
});
