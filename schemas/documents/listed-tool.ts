import type { JsonSchema } from "./json-schema-of.ts";

/** A tool as catalogues of paid resources are told of it: what the catalog says of it. */
export type ListedTool = {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: JsonSchema;
  /** Arguments as a call sends them. */
  example: Record<string, unknown>;
};
