import * as z from "zod";
import { skillIndex } from "../../schemas/skill-index.ts";
import { loadDocuments } from "../../src/discovery/load-documents.ts";
import { priceList } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";

/**
 * Index of the host's skills for installers: `npx skills add <this service>`
 * (docs/facts/listings.md 2).
 */
export const getSkillIndex = defineRoute({
  method: "GET",
  path: "/.well-known/agent-skills/index.json",
  price: "free",
  operationId: "getSkillIndex",
  summary: "List the skill for installers",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        {
          ...{
            name: "sextant",
            type: "skill-md",
            description: "Trades and manages on-chain asset vaults.",
          },
          ...{ url: "https://your-service.example/skill.md", digest: `sha256:${"ab".repeat(32)}` },
        },
      ],
    },
  },
  query: z.object({}),
  body: z.undefined(),
  output: skillIndex,
  headers: { "Cache-Control": "public, max-age=300" },
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    (await loadDocuments(deps)).skillIndex(deps, raw, priceList(deps.env)),
});
