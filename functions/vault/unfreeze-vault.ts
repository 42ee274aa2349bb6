import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { unfreezeRequest, unfreezeResponse } from "../../schemas/freeze.ts";
import { unfreeze } from "../../src/auth/unfreeze.ts";
import { defineRoute } from "../../src/route.ts";

/** The only way back from a freeze: no tool does it, so that nothing a model reads can. */
export const unfreezeVaultRoute = defineRoute({
  method: "POST",
  path: "/api/vault/unfreeze",
  price: "free",
  operationId: "unfreezeVault",
  summary: "Lift a vault's freeze",
  description:
    "Needs a signature made for this alone: the operator message with its `Timestamp` line " +
    "and, below it, `Action: unfreeze <chainId> <vault>`, at most 5 minutes old and used " +
    "once. A 401 shows the exact text.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "owner",
  signedAction: "unfreeze",
  examples: {
    body: EXAMPLES.auth,
    response: { ok: true, message: "The vault is no longer frozen, on any chain.", changed: true },
  },
  query: z.object({}),
  body: unfreezeRequest.extend({ dryRun: dryRunField }),
  output: unfreezeResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { changed } = await unfreeze(deps, body);
    const message = changed
      ? "The vault is no longer frozen, on any chain."
      : "The vault was not frozen.";
    return { ok: true as const, message, changed };
  },
});
