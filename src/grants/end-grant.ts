import * as z from "zod";
import { grantId } from "../../schemas/agent-grant.ts";
import { stopGrant } from "../auth/stop-grant.ts";
import { allow } from "../lib/verdict.ts";
import { defineTool, operatorOf } from "../tools/tool.ts";

/** The same as POST /api/grants/end, of its owner. Stopping needs no fresh signature. */
export const endGrant = defineTool({
  name: "end_grant",
  description:
    "Ends the grant of an agent at once and for good: its next call is refused, and what " +
    "waits by it is rejected. list_grants has the ids.",
  category: "Delegation",
  access: "operator",
  leastScope: "owner",
  effect: "state",
  input: z.object({
    id: grantId.describe("The grant's id."),
    chain: z
      .string()
      .trim()
      .min(1)
      .max(32)
      .optional()
      .describe("Chain name; default: the chain of the request."),
  }),
  example: { id: "0123456789abcdef0123456789abcdef" },
  needsSignature: false,
  hints: { idempotent: true, openWorld: false },
  model: "hidden",
  output: () => z.object({ changed: z.boolean().describe("false: it was over.") }),
  run: async (ctx, { id }) => {
    const { deps, chainId, vault } = ctx;
    const { grant, changed } = await stopGrant(deps, {
      id,
      vault,
      chainId,
      by: operatorOf(ctx),
      why: "owner",
    });
    const whose = `The grant of ${grant.name} (${grant.agent})`;
    return allow({ message: `${whose} is over${changed ? "" : " already"}.`, data: { changed } });
  },
});
