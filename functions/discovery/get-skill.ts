import * as z from "zod";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";

/** The service as an installable skill of an assistant (docs/skills/sextant/SKILL.md). */
export const getSkill = defineRoute({
  method: "GET",
  path: "/skill.md",
  price: "free",
  operationId: "getSkill",
  summary: "Teach the whole flow to an assistant, as a skill",
  description: "A SKILL.md to install as it is: save it as skills/sextant/SKILL.md.",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/markdown",
  headers: { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    (await loadDocuments(deps)).skill(deps, raw, priceList(deps.env)),
});
