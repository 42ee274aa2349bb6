import type { Address, Hex } from "viem";
import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import type { Stage } from "./scene.ts";
import { sendAsOwner } from "./send-as-owner.ts";
import { table } from "./table.ts";

const built = z.object({
  message: z.string(),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>(), chainId: z.number() }),
});

/**
 * Has a tool build its transaction, which the owner then signs and sends, on whichever chain that
 * is. Prints the answer and the hash, and gives the hash.
 */
export async function signAndSend(stage: Stage, tool: string, args: object): Promise<Hex> {
  const { message, transaction } = built.parse(await callTool(stage, tool, args));
  const { to, data, chainId } = transaction;
  const hash = await sendAsOwner(stage.manifest, { to, data, chainId });
  stage.print(`${indented(message)}\n${table([["mined", hash]])}\n`);
  return hash;
}
