import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { EveryTool } from "../calls/load-tools.ts";
import type { Tool } from "../tools/tool.ts";
import { toolHints } from "./tool-hints.ts";

/** Each list is the same until the service is deployed anew, and its schemas take their time to make. */
const OUTPUTS = new WeakMap<Tool, McpTool["outputSchema"]>();

/**
 * The tools as tools/list answers them: those of the catalog that are served, with its schemas, and what MCP adds. `priceUsdc`: of one call,
 * whichever tool.
 */
export function toolList(
  { registry, catalog, outputSchema }: EveryTool,
  priceUsdc: string,
  isServed: (tool: Tool) => boolean,
): McpTool[] {
  const entries = new Map(catalog(isServed).tools.map((entry) => [entry.name, entry]));
  return registry.filter(isServed).map((tool) => {
    const title = titleOf(tool.name);
    // Safe: the schema of an answer is an object's.
    const output = OUTPUTS.get(tool) ?? (outputSchema(tool) as McpTool["outputSchema"]);
    OUTPUTS.set(tool, output);
    return {
      name: tool.name,
      title,
      description: `${entries.get(tool.name)?.description ?? tool.description}${NEEDS[tool.access]}`,
      inputSchema: inputOf(tool, entries.get(tool.name)?.parameters as McpTool["inputSchema"]),
      outputSchema: output,
      annotations: { title, ...toolHints(tool) },
      _meta: { [PRICE]: { usdc: priceUsdc, network: `eip155:${PAYMENT_CHAIN_ID}` } },
    };
  });
}

/** Of a tools/call that is not refused, by x402; the call's own answer names the terms. */
const PRICE = "sextant/price";

/** Over HTTP `dryRun` stands beside the arguments; here there is nothing beside them. */
function inputOf({ effect }: Tool, own: McpTool["inputSchema"]): McpTool["inputSchema"] {
  if (effect === "read") return own;
  const dryRun = { type: "boolean", description: "true: answers what would happen, and does nothing." };
  return { ...own, properties: { ...own.properties, dryRun } };
}

/** Where the rest of a call comes from: said to the model, so that it does not look for it among the arguments. */
const NEEDS: Record<Tool["access"], string> = {
  anonymous: "",
  vault: " Acts on the vault that the client's headers name.",
  operator: " Acts on the vault that the client's headers name, for its owner, who has signed in by headers.",
  signer: " For who has signed in by headers.",
  holder: " Acts on the vault that the client's headers name, for who has signed in by headers.",
};

/** "list_twap_orders" is "List TWAP orders". */
function titleOf(name: string): string {
  const words = name.split("_").map((word) => (word === "twap" ? "TWAP" : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
