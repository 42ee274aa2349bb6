import * as z from "zod";
import { toolCatalog } from "../../schemas/tool-call.ts";
import { defineRoute } from "../../src/route.ts";
import { catalog } from "../../src/tools/catalog.ts";

/** The catalog: what an agent calls first. */
export const listTools = defineRoute({
  method: "GET",
  path: "/api/tools",
  price: "tools_list",
  summary: "List the tools and their argument schemas",
  query: z.object({}),
  body: z.undefined(),
  output: toolCatalog,
  handle: async () => catalog(),
});
