import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { EveryTool } from "../calls/load-tools.ts";
import { titleOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolScope } from "./tool-scope.ts";

type Outputs = Record<ToolScope["schemas"], McpTool["outputSchema"]>;
/** The same until the service is deployed anew. */
const OUTPUTS = new WeakMap<Tool, Outputs>();

/**
 * The tools as tools/list answers them: those of the catalog that are served and that the client
 * wants, with their schemas, and what MCP adds. `priceUsdc`: of one call, whichever tool.
 */
export function toolList(
  { registry, catalog, outputSchema, listedOutput }: EveryTool,
  priceUsdc: string,
  isServed: (tool: Tool) => boolean,
  { has, schemas }: Pick<ToolScope, "has" | "schemas">,
): McpTool[] {
  const entries = new Map(catalog(isServed).tools.map((entry) => [entry.name, entry]));
  const outputsOf = (tool: Tool): Outputs => {
    const full = outputSchema(tool);
    // Safe: the schema of an answer is an object's.
    return { full, listed: listedOutput(full) } as Outputs;
  };
  return registry
    .filter((tool) => isServed(tool) && has(tool))
    .map((tool) => {
      const outputs = OUTPUTS.get(tool) ?? outputsOf(tool);
      OUTPUTS.set(tool, outputs);
      return {
        name: tool.name,
        title: titleOf(tool.name),
        description: `${entries.get(tool.name)?.description ?? tool.description}${NEEDS[tool.access]}`,
        inputSchema: inputOf(tool, entries.get(tool.name)?.parameters as McpTool["inputSchema"]),
        outputSchema: outputs[schemas],
        annotations: toolHints(tool),
        _meta: { [PRICE]: { usdc: priceUsdc, network: `eip155:${PAYMENT_CHAIN_ID}` } },
      };
    });
}

/** Of a tools/call that is not refused, by x402; the call's own answer names the terms. */
const PRICE = "sextant/price";

/** Over HTTP `dryRun` stands beside the arguments; here there is nothing beside them. */
function inputOf({ effect }: Tool, own: McpTool["inputSchema"]): McpTool["inputSchema"] {
  if (effect === "read") return own;
  const dryRun = {
    type: "boolean",
    description: "true: answers what would happen, and does nothing.",
  };
  return { ...own, properties: { ...own.properties, dryRun } };
}

/** Said to the model, so that it does not look for it among the arguments. */
const NEEDS: Record<Tool["access"], string> = {
  anonymous: "",
  vault: " The vault comes from headers.",
  operator: " The vault and its owner come from headers.",
  signer: " Who signs comes from headers.",
  holder: " The vault and who signs come from headers.",
};

export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * What a tool does not say of itself is the protocol's careful default. Over MCP a transaction is
 * returned unsigned or waits for its person, or stays within limits that the person set, so that by
 * itself it destroys nothing; one whose tool also changes the service's state at once (`commit`) is
 * judged as such.
 */
function toolHints(tool: Tool): ToolHints {
  const openWorldHint = tool.hints?.openWorld ?? true;
  if (tool.effect === "read")
    return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint };
  const changesState = tool.effect === "state" || tool.commit !== undefined;
  return {
    readOnlyHint: false,
    destructiveHint: changesState && (tool.hints?.destructive ?? true),
    idempotentHint: tool.hints?.idempotent ?? false,
    openWorldHint,
  };
}
