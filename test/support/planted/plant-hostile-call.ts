import { loadTools } from "../../../src/calls/load-tools.ts";
import { createModules } from "../../../src/create-modules.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { HOSTILE_CALL } from "./hostile-call.ts";

// As a new line in the registry would: before anything of the service reads it.
const { registry } = await loadTools({ modules: createModules() });
(registry as Tool[]).push(...HOSTILE_CALL);
