import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { endGrantRequest, endGrantResponse } from "../../schemas/grant-request.ts";
import { grantForbids } from "../../src/auth/grant-forbids.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { stopGrant } from "../../src/auth/stop-grant.ts";
import { mustBeSigned } from "../../src/grants/give-token.ts";
import { defineRoute } from "../../src/route.ts";

/** Stopping needs no fresh signature. */
export const endGrantRoute = defineRoute({
  method: "POST",
  path: "/api/grants/end",
  price: "free",
  operationId: "endGrant",
  summary: "End a grant",
  description:
    "At once and for good, by its owner; its own agent gives it back here, with its own " +
    "signature and X-Agent-Grant. Its next call is refused, and what waits by it is rejected.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "read",
  standsFor: "own",
  examples: {
    body: { ...EXAMPLES.auth, id: EXAMPLES.grant.id },
    response: { ok: true, message: "The grant is over.", changed: true },
  },
  query: z.object({}),
  body: endGrantRequest.extend({ dryRun: dryRunField }),
  output: endGrantResponse,
  runsDry: true,
  handle: async ({ deps }, { body: { id, ...auth } }) => {
    mustBeSigned(deps, "give its grant back");
    const { operator, vault, grant } = await requireOperator(deps, auth);
    if (grant !== undefined && grant.id !== id)
      throw grantForbids("An agent gives back its own grant alone.");
    const by =
      grant === undefined
        ? ({ by: operator, why: "owner" } as const)
        : ({ by: grant.agent, why: "agent" } as const);
    const { changed } = await stopGrant(deps, { id, vault, chainId: auth.chainId, ...by });
    return {
      ok: true as const,
      message: changed ? "The grant is over." : "The grant was over already.",
      changed,
    };
  },
});
