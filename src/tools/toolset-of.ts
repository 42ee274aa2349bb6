import type { Tool } from "./tool.ts";

/** The set of tools that an MCP client may ask for by name: a heading of the catalog, "Uniswap v4 LP" as uniswap-v4-lp. */
export const toolsetOf = ({ category }: Pick<Tool, "category">): string =>
  category.toLowerCase().replace(/[^a-z0-9]+/g, "-");
