import type { ElicitRequestFormParams } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { ToolResult } from "../../schemas/calls/tool-call.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { withoutLinks } from "../chain/without-links.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
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

/**
 * The client puts it to its person and hands the answer back with `requestState`. One choice and no
 * default: who only confirms a form has not approved anything. MCP 2026-07-28, "Multi Round-Trip
 * Requests" and "Elicitation".
 */
export function approvalQuestion(card: string, requestState: string): Record<string, unknown> {
  const form: ElicitRequestFormParams = {
    mode: "form",
    message: card,
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

/** In `inputRequests` and `inputResponses`, and the one field of its form. */
export const APPROVAL = { key: "approval", field: "decision" } as const;
