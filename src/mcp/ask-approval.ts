import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { withoutLinks } from "../chain/without-links.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { approvalQuestion } from "./approval-question.ts";
import { approvalState } from "./approval-state.ts";

/** Where the tool was called, and what the question is bound to (approval-state.ts). */
type Called = { vault: string; chainId: ChainId; context: string };

const waiting = z.object({ expiresAt: z.int() });

/** A call that waits for its operator's word, as a question with our card. */
export async function askApproval(
  deps: Pick<Deps, "sealer">,
  { operationId, message = "", data }: ToolResult & { operationId: string },
  { vault, chainId, context }: Called,
): Promise<Record<string, unknown>> {
  const { expiresAt: untilMs } = waiting.parse(data);
  const card = cardOf(message, vault, chainId, untilMs);
  return approvalQuestion(
    card,
    await approvalState.seal(deps, context, { operationId, chainId, untilMs, card }),
  );
}

/**
 * In place of the last line of an answer over HTTP, which names routes. A token's maker has a say
 * in it (its symbol, without invisible characters): no link of his is shown.
 */
function cardOf(message: string, vault: string, chainId: ChainId, untilMs: number): string {
  const until = new Date(untilMs).toISOString().slice(11, 19);
  return [
    ...withoutLinks(message).split("\n").slice(0, -1),
    `Vault ${vault} on ${chainOf(chainId).name}. Nothing was signed. Your answer counts ` +
      `once, until ${until} UTC.`,
  ].join("\n");
}
