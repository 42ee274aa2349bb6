import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import { ACCESS, type Tool } from "../tools/tool.ts";

/** llmstxt.org: what it is, how to pay and sign, the tools, the links. */
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
    `## Start\n1. GET ${baseUrl}/api/tools lists every tool with its argument schema.\n2. POST ${baseUrl}/api/tools?toolName=<name> with {"arguments": {...}, "chainId": ${DEFAULT_CHAIN_ID}, "vaultAddress": "0x..."} runs one.\n3. Tools marked "operator" or "signed" also need operatorAddress, authSignature and authTimestamp in the body. The payer and the operator may be different wallets.\n4. Writes return an unsigned transaction for the vault's owner to sign. On a refusal read \`error\` (a stable code) and \`message\`; nothing was charged.`,
    `## Operations\n${operations.join("\n")}`,
    `## Tools\n${tools.map(toolLine).join("\n")}`,
    `## Links\n- [OpenAPI 3.1](${baseUrl}/openapi.json)\n- [Documentation](${baseUrl}/docs)\n- [Skill](${baseUrl}/skill.md)\n- [Paid resources](${baseUrl}/.well-known/x402)\n- [Health](${baseUrl}/api/health)`,
    "",
  ].join("\n\n");
}

const toolLine = ({ name, description, access, effect }: Tool): string => {
  return `- ${name} (${ACCESS[access].who}, ${effect === "read" ? "read" : effect === "state" ? "changes settings or orders" : "transaction"}): ${description}`;
};
