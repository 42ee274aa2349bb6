import { TOOLS } from "../../src/tools/registry.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { HOSTILE_CALL } from "./hostile-call.ts";

// As a new line in the registry would: before anything of the service reads it.
(TOOLS as Tool[]).push(...HOSTILE_CALL);
