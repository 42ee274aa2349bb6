import { catalog } from "../tools/catalog.ts";
import { listedOutput, outputSchema } from "../tools/output-schema.ts";
import { TOOLS } from "../tools/registry.ts";
import { findTool } from "./find-tool.ts";

/** What is loaded of the tools (src/create-modules.ts): the registry, one of it by its name, the catalog, and what a tool's answers look like. */
export const everyTool = { registry: TOOLS, find: findTool, catalog, outputSchema, listedOutput };
