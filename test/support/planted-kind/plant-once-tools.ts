import { loadTools } from "../../../src/calls/load-tools.ts";
import { createModules } from "../../../src/create-modules.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { ONCE_TOOLS } from "./once-tools.ts";

const { registry } = await loadTools({ modules: createModules() });
(registry as Tool[]).push(...ONCE_TOOLS);
