import * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { Tool } from "../tools/tool.ts";
import { isHumanOwned } from "./is-human-owned.ts";
import type { ModelTool } from "./model-tool.ts";

/** The writes that a model may ask for; each is grounded in the operator's words before it runs (ground-call.ts). */
const WRITES: ReadonlySet<string> = new Set([
  "build_vault_swap",
  "create_twap_order",
  "cancel_twap_order",
  "pause_twap_order",
  "freeze_vault",
]);

/** Descriptions for callers name fields that a model does not have. */
const DESCRIPTIONS: Record<string, string> = {
  build_vault_swap: "Builds a swap of the vault's assets. Wraps and unwraps the native coin too.",
  create_twap_order:
    "Creates a TWAP order: splits a swap into slices executed at a fixed interval. Call it only with figures that the operator wrote.",
  freeze_vault: "Stops all automation of the vault, on every chain.",
};

/** The model's view of the registry: reads, and the few writes it may ask for. Whatever is not here does not exist for it. */
export const modelTools = (tools: readonly Tool[]): ModelTool[] =>
  tools
    .filter(({ effect, name }) => effect === "read" || WRITES.has(name))
    .map(({ name, description, input }) => ({
      name,
      description: DESCRIPTIONS[name] ?? description,
      parameters: visibleSchema(input),
    }));

/** Human-owned fields are left out at the top; a test walks the rest and fails on one that is nested. */
function visibleSchema(input: z.ZodObject): JsonSchema {
  const visible = Object.entries(input.shape).filter(([name]) => !isHumanOwned(name));
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(Object.fromEntries(visible)), { io: "input" });
  return schema;
}
