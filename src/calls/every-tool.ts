import { catalog } from "../tools/catalog.ts";
import { TOOLS } from "../tools/registry.ts";
import { findTool } from "./find-tool.ts";

/** What the module of the tools is asked for (src/create-modules.ts): the registry, one of it by its name, and the catalog. */
export const everyTool = { registry: TOOLS, find: findTool, catalog };
