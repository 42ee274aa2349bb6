import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { grantTokenRequest, grantTokenResponse } from "../../schemas/grant-request.ts";
import { giveToken } from "../../src/grants/give-token.ts";
import { defineRoute } from "../../src/route.ts";

/** For clients that cannot sign: MCP clients and others that send a header. */
export const createGrantToken = defineRoute({
  method: "POST",
  path: "/api/grants/token",
  price: "free",
  operationId: "createGrantToken",
  summary: "Take a bearer token for a grant",
  description:
    "For an agent's client that cannot sign. The agent signs the operator message with its " +
    "own key and names its grant in `X-Agent-Grant`; the token then stands for both, in the " +
    "header `Authorization: Bearer <token>` alone, at every address where the grant is " +
    "taken: HTTP, MCP and chat. It lasts an hour at most and ends with its grant. Five of a " +
    "grant last at once: a sixth ends the oldest. A token that does not hold is 401 with " +
    "`WWW-Authenticate: Bearer`. Nobody signs in here, and calls are paid for as ever.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "read",
  standsFor: "own",
  examples: {
    body: { ...EXAMPLES.auth, scope: "read", expiresInSec: 900 },
    response: {
      ok: true,
      token: `sxg_${EXAMPLES.grant.id}_${"5f1d0c9b8a7e6d5c".repeat(4)}`,
      tokenType: "Bearer",
      scope: "read",
      expiresAt: 1_795_000_900_000,
      message: "Keep it as you would a key: it is not shown again.",
    },
  },
  query: z.object({}),
  body: grantTokenRequest.extend({ dryRun: dryRunField }),
  output: grantTokenResponse,
  runsDry: true,
  noStore: true,
  handle: async ({ deps }, { body }) => ({
    ok: true as const,
    ...(await giveToken(deps, body, body)),
    tokenType: "Bearer" as const,
    message: "Keep it as you would a key: it is not shown again.",
  }),
});
