import * as z from "zod";
import { callTool } from "./call-tool.ts";
import type { Stage } from "./scene.ts";

const answer = z.object({ data: z.object({ unitaryValue: z.string(), baseSymbol: z.string() }) });

/** What a unit of the vault is worth now in its base token, as the service says it: "1.33 USDC". */
export async function navPerUnit(stage: Pick<Stage, "api" | "credentials">): Promise<string> {
  const { data } = answer.parse(await callTool(stage, "get_vault_info", {}));
  return `${data.unitaryValue} ${data.baseSymbol}`;
}
