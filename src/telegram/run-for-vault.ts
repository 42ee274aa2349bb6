import type { ToolResult } from "../../schemas/tool-call.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import type { Tool } from "../tools/tool.ts";
import type { ChatScene } from "./chat-scene.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * The very pipeline of a direct call, which reads the vault's owner from the chain.
 * @throws AppError with the refusal's code
 */
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
