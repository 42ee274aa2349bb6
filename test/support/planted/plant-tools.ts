import { loadTools } from "../../../src/calls/load-tools.ts";
import { createModules } from "../../../src/create-modules.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { HOSTILE } from "./hostile-tools.ts";
import { PLANTED } from "./planted-tools.ts";

// As a new line in the registry would: before anything of the service reads it.
const { registry } = await loadTools({ modules: createModules() });
(registry as Tool[]).push(...PLANTED, ...HOSTILE);
