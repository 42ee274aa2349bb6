import type { ElicitRequestFormParams } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { CHAINS, type ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { Deps } from "../deps.ts";
import { APPROVAL } from "./approval.ts";
import { approvalState } from "./approval-state.ts";

/** Where the tool was called, and what the question is bound to (approval-state.ts). */
type Called = { vault: string; chainId: ChainId; context: string };

const waiting = z.object({ expiresAt: z.int() });

/**
 * A call that waits for its operator's word, as a question that the client puts to its person: our card, and one choice. No default: who
 * only confirms a form has not approved anything. MCP 2026-07-28, "Multi Round-Trip Requests" and "Elicitation".
 */
export async function askApproval(
  deps: Pick<Deps, "sealer">,
  { operationId, message = "", data }: ToolResult & { operationId: string },
  { vault, chainId, context }: Called,
): Promise<Record<string, unknown>> {
  const { expiresAt: untilMs } = waiting.parse(data);
  const requestState = await approvalState.seal(deps, context, { operationId, chainId, untilMs });
  const form: ElicitRequestFormParams = {
    mode: "form",
    message: cardOf(message, vault, chainId, untilMs),
    requestedSchema: {
      type: "object",
      properties: {
        [APPROVAL.field]: {
          type: "string",
          title: "Your decision",
          oneOf: [
            { const: "approve", title: "Approve: send it now" },
            { const: "reject", title: "Reject: send nothing" },
          ],
        },
      },
      required: [APPROVAL.field],
    },
  };
  return {
    resultType: "input_required",
    inputRequests: { [APPROVAL.key]: { method: "elicitation/create", params: form } },
    requestState,
  };
}

/** What waits and where; in place of the last line of an answer over HTTP, which names routes. */
function cardOf(message: string, vault: string, chainId: ChainId, untilMs: number): string {
  const until = new Date(untilMs).toISOString().slice(11, 19);
  return [
    ...message.split("\n").slice(0, -1),
    `Vault ${vault} on ${CHAINS[chainId].name}. Nothing was signed. Your answer counts once, until ${until} UTC.`,
  ].join("\n");
}
