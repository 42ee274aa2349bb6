import * as z from "zod";
import { delegationConfirmRequest, delegationConfirmResponse } from "../../schemas/delegation.ts";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { confirmDelegation } from "../../src/delegation/confirm-delegation.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";

/** Reads the delegation from the chain and remembers it: no caller is believed (decision D4). */
export const confirmDelegationRoute = defineRoute({
  method: "POST",
  path: "/api/delegation/confirm",
  price: "free",
  operationId: "confirmDelegation",
  summary: "Confirm a delegation that is on chain",
  description: "Reads the chain: what is not delegated there is not believed.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: EXAMPLES.auth,
    response: {
      ok: true,
      chainId: EXAMPLES.chainId,
      selectors: ["0x3593564c", "0x2213bc0b"],
      missing: [],
    },
  },
  query: z.object({}),
  body: delegationConfirmRequest.extend({ dryRun: dryRunField }),
  output: delegationConfirmResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { operator, vault } = await requireOperator(deps, body);
    return {
      ok: true as const,
      ...unwrap(await confirmDelegation(deps, { operator, vault, chainId: body.chainId })),
    };
  },
});
