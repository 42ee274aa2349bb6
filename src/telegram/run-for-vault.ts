import * as z from "zod";
import type { ToolResult } from "../../schemas/calls/tool-call.ts";
import { type TwapOrder, twapOrder } from "../../schemas/orders/twap-order.ts";
import { inParallel } from "../lib/in-parallel.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import type { Tool } from "../tools/tool.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { renderRefusal } from "./render/render-chat.ts";
import { vaultTitle } from "./render/vault-buttons.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatScene } from "./telegram-request.ts";

/** A direct call, which reads the vault's owner. @throws AppError with the refusal's code */
export async function runForVault(
  { actions, deps, requestId, chatId }: ChatScene,
  { operator, chainId, vault }: PairedVault,
  tool: Tool,
  args: Record<string, unknown> = {},
): Promise<ToolResult> {
  const { result } = await actions.runTool(deps, requestId, {
    tool,
    args,
    chainId,
    vaultAddress: vault,
    executionMode: "manual",
    caller: { kind: "paired", channel: TELEGRAM_ID, operator, chatId },
    purpose: { kind: "call" },
  });
  return result;
}

const listed = z.object({ orders: z.array(twapOrder) });

/** A vault's orders, after its owner was read. @throws AppError with the refusal's code */
export const listOrdersOf = async (scene: ChatScene, paired: PairedVault): Promise<TwapOrder[]> =>
  listed.parse((await runForVault(scene, paired, listTwapOrders)).data).orders;

const AT_ONCE = 3;

/** One block a vault; a refusal stands in its place. */
export async function forEachVault(
  { pairing, requestId }: ChatScene,
  none: string,
  show: (paired: PairedVault) => Promise<string>,
): Promise<string> {
  if (pairing.vaults.length === 0) return none;
  const blocks = await inParallel(AT_ONCE, pairing.vaults, async (paired) => {
    try {
      return await show(paired);
    } catch (error) {
      return `${vaultTitle(paired)}\n${renderRefusal(error, requestId)}`;
    }
  });
  return blocks.join("\n\n");
}
