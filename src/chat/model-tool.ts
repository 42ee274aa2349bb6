import type { JsonSchema } from "../../schemas/documents/json-schema-of.ts";

/** A tool as a model sees it: how to call it, without anything that a human decides. */
export type ModelTool = { name: string; description: string; parameters: JsonSchema };
