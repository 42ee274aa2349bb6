import type { ElicitRequestFormParams } from "@modelcontextprotocol/sdk/types.js";

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
