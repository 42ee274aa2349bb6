import * as z from "zod";
import { dryRunField } from "../../schemas/calls/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import {
  delegationConfirmRequest,
  delegationConfirmResponse,
} from "../../schemas/vaults/delegation.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { confirmDelegation } from "../../src/delegation/confirm-delegation.ts";
import { unwrap } from "../../src/errors.ts";
import { shownPart } from "../../src/overview/read-part.ts";
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
      gas: EXAMPLES.agentGas,
    },
  },
  query: z.object({}),
  body: delegationConfirmRequest.extend({ dryRun: dryRunField }),
  output: delegationConfirmResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { operator, vault } = await requireOperator(deps, body);
    const { gas, ...confirmed } = unwrap(
      await confirmDelegation(deps, { operator, vault, chainId: body.chainId }),
    );
    return { ok: true as const, ...confirmed, gas: shownPart(gas, (read) => read) };
  },
});
