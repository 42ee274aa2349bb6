import type * as z from "zod";
import type { toolCatalog } from "../../schemas/calls/tool-call.ts";
import { type JsonSchema, jsonSchemaOf } from "../../schemas/documents/json-schema-of.ts";
import { SERVICE_WORDS } from "../../schemas/notices/service-words.ts";
import { closedInput } from "./closed-input.ts";
import { ACCESS, type Tool } from "./tool.ts";

/** GET /api/tools without the price: the same tools in every deployment, `isServed` or not. */
export const catalog = (
  all: readonly Tool[],
  isServed: (tool: Tool) => boolean,
): Omit<z.infer<typeof toolCatalog>, "price"> => ({
  description: SERVICE_WORDS.catalog,
  usage:
    "POST /api/tools?toolName=<name> with {arguments, chainId, vaultAddress} and, where " +
    "requiresOperatorAuth, operatorAddress, authSignature and authTimestamp. With dryRun: " +
    "true a write answers what would happen, and does nothing.",
  toolCount: all.length,
  tools: all.map((tool) => ({
    name: tool.name,
    description: describe(tool),
    category: tool.category,
    parameters: parametersOf(tool),
    example: tool.example,
    requiresOperatorAuth: ACCESS[tool.access].needsSignature,
    readOnly: tool.effect === "read",
    served: isServed(tool),
  })),
});

const describe = ({ description, aliases = [] }: Tool): string =>
  aliases.length === 0 ? description : `${description} Aliases: ${aliases.join(", ")}.`;

/** Schema of the arguments as callers send them. Function-calling formats take no $schema. */
export function parametersOf(tool: Pick<Tool, "effect" | "input">): JsonSchema {
  return jsonSchemaOf(closedInput(tool), "input");
}

/** MCP toolset by a heading of the catalog: "Uniswap v4 LP" is uniswap-v4-lp. */
export const toolsetOf = ({ category }: Pick<Tool, "category">): string =>
  category.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** "list_twap_orders" is "List TWAP orders". */
export function titleOf(name: string): string {
  const words = name.split("_").map((word) => (word === "twap" ? "TWAP" : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
