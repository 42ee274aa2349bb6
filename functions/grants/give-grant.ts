import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { grantRequest, grantResponse } from "../../schemas/grant-request.ts";
import { giveGrant } from "../../src/grants/give-grant.ts";
import { grantLineOf } from "../../src/grants/grant-line.ts";
import { grantShown } from "../../src/grants/grant-shown.ts";
import { defineRoute } from "../../src/route.ts";

/** Lets somebody's program act for a vault without being its owner. */
export const giveGrantRoute = defineRoute({
  method: "POST",
  path: "/api/grants",
  price: "free",
  operationId: "giveGrant",
  summary: "Give an agent a grant",
  description:
    "Lets an agent's own address call for one vault: it signs the operator message (with its " +
    "Timestamp line) by its own key and adds the header `X-Agent-Grant: <id>`. It never " +
    "approves, sets, loosens, delegates, pairs or grants. Needs a signature made for this " +
    "alone: the operator message with its `Timestamp` line and, below it, `Action: " +
    "grant_agent <chainId|all> <vault> <agent> <scope> <expiresAt> " +
    "maxPerDay=<amount|tenth|none> (for all chains with `@<chainId>` behind it: in that " +
    "chain's base token) tools=<names|all> tokens=<addresses|any>`, and ` name=<name>` " +
    "behind it where one is given; at most 5 minutes old and used once. A 401 shows the " +
    "exact text. At most 20 of a vault last at once.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  signedAction: "grant_agent",
  signedNames: grantLineOf,
  signedEverywhere: ({ allChains }) => allChains === true,
  examples: {
    body: {
      ...EXAMPLES.auth,
      ...{ agent: EXAMPLES.grant.agent, scope: "trade", expiresAt: EXAMPLES.grant.expiresAt },
      ...{ maxPerDay: "500", tools: ["spot-trading"], name: "rebalancer" },
    },
    response: {
      ok: true,
      grant: EXAMPLES.grant,
      message: "Granted. Its agent sends its id in X-Agent-Grant.",
    },
  },
  query: z.object({}),
  body: grantRequest.extend({ dryRun: dryRunField }),
  output: grantResponse,
  runsDry: true,
  noStore: true,
  handle: async ({ deps }, { body }) => {
    const grant = await giveGrant(deps, body, body);
    const unused = { grant, lastUsedMs: null, endedAtMs: null, endedBy: null, spent: "0" };
    const message = "Granted. Its agent sends its id in X-Agent-Grant.";
    return { ok: true as const, grant: grantShown(unused, deps.clock.nowMs()), message };
  },
});
