import type { Deps } from "../deps.ts";
import type { Tool } from "../tools/tool.ts";

/** Whether this deployment has a node of the chain that a tool is for; one for any chain is served. */
export const isServed = ({ env }: Pick<Deps, "env">, { chain }: Tool): boolean =>
  chain === undefined || env.rpcUrls[chain] !== undefined;
