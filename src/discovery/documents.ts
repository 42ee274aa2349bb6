import type * as z from "zod";
import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { type OpenapiDocument, openapiDocument } from "../../schemas/openapi-document.ts";
import type { OpenapiPrices } from "../../schemas/openapi-route.ts";
import type { skillIndex } from "../../schemas/skill-index.ts";
import { loadTools } from "../calls/load-tools.ts";
import type { Deps } from "../deps.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { loadRoute } from "../load-route.ts";
import type { RawRequest } from "../route.ts";
import { ACCESS, type Tool } from "../tools/tool.ts";
import { baseUrlOf } from "./base-url-of.ts";
import { renderDocs } from "./render-docs.ts";
import skill from "./skill.data.json" with { type: "json" };

type Asked = Parameters<typeof serviceDocument>;

/** Documents of the service, loaded at first use (src/create-modules.ts). */
export const documents = {
  openapi: serviceDocument,
  page: async (...asked: Asked) => renderDocs(await serviceDocument(...asked)),
  llms: async (...asked: Asked) =>
    llmsText(await serviceDocument(...asked), (await loadTools(asked[0])).registry),
  skill: async (...asked: Asked) => skillText(await serviceDocument(...asked)),
  skillIndex: async (...asked: Asked) => listSkills(await serviceDocument(...asked)),
};

/** The skill with the digest of what is served. */
async function listSkills(
  document: Pick<OpenapiDocument, "info" | "servers">,
): Promise<z.input<typeof skillIndex>> {
  const { name, description } = skill;
  const url = `${document.servers[0]?.url ?? ""}/skill.md`;
  const digest = `sha256:${await sha256Hex(skillText(document))}`;
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [{ name, type: "skill-md", description, url, digest }],
  };
}

/** OpenAPI document, made once per isolate but for the address. `prices` are USDC by price id. */
export async function serviceDocument(
  deps: Deps,
  raw: RawRequest,
  prices: OpenapiPrices,
): Promise<OpenapiDocument> {
  const { routes, caches, clock } = deps;
  const productName = deps.env.PRODUCT_NAME;
  const key = JSON.stringify([productName, prices]);
  const make = async () =>
    openapiDocument({
      routes: await Promise.all(routes.map(loadRoute)),
      prices,
      baseUrl: "",
      productName,
      choices: (await loadTools(deps)).choices(),
    });
  const made = caches.openapi.get(key, clock.nowMs()) ?? (await make());
  caches.openapi.set(key, made, Number.POSITIVE_INFINITY);
  return { ...made, servers: [{ url: baseUrlOf(deps, raw) }] };
}

/** Text for models (llmstxt.org). */
export function llmsText(document: OpenapiDocument, tools: readonly Tool[]): string {
  const { title, summary, description } = document.info;
  const baseUrl = document.servers[0]?.url ?? "";
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary: what, "x-price-usdc": price }]) => {
      const cost = price === "0" ? "free" : `${price} USDC`;
      return `- ${method.toUpperCase()} ${path}: ${what} (${cost})`;
    }),
  );
  return [
    `# ${title}`,
    `> ${summary}`,
    description,
    `## Start\n1. GET ${baseUrl}/api/tools lists every tool with its argument schema.\n2. ` +
      `POST ${baseUrl}/api/tools?toolName=<name> with {"arguments": {...}, "chainId": ` +
      `${DEFAULT_CHAIN_ID}, "vaultAddress": "0x..."} runs one.\n3. Tools marked "operator" or ` +
      `"signed" also need operatorAddress, authSignature and authTimestamp in the body. A ` +
      "program signs with a key of its own, by a grant of the vault's owner (POST " +
      "/api/grants), and sends its id as X-Agent-Grant; the owner's own signature is for the " +
      `owner's wallet. The payer may be any wallet.\n4. Writes return an unsigned transaction ` +
      `for the vault's owner to sign. On a refusal read \`error\` (a stable code) and ` +
      `\`message\`; nothing was charged.`,
    `## Operations\n${operations.join("\n")}`,
    `## Tools\n${tools.map(toolLine).join("\n")}`,
    `## Links\n- [OpenAPI 3.1](${baseUrl}/openapi.json)\n- ` +
      `[Documentation](${baseUrl}/docs)\n- [Skill](${baseUrl}/skill.md)\n- [Paid ` +
      `resources](${baseUrl}/.well-known/x402)\n- [Health](${baseUrl}/api/health)`,
    "",
  ].join("\n\n");
}

const toolLine = ({ name, description, access, effect }: Tool): string =>
  `- ${name} (${ACCESS[access].who}, ` +
  `${effect === "read" ? "read" : effect === "state" ? "changes settings or orders" : "transaction"}): ` +
  `${description}`;

/** docs/skills/sextant/SKILL.md with this service's address and name. */
export function skillText({ info, servers }: Pick<OpenapiDocument, "info" | "servers">): string {
  return skill.text
    .replaceAll("http://127.0.0.1:8787", servers[0]?.url ?? "")
    .replaceAll("Welcome to Sextant Operator", `Welcome to ${info.title} Operator`);
}
