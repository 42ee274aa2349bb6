import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { freezeRequest, freezeResponse } from "../../schemas/freeze.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { defineRoute } from "../../src/route.ts";
import { freezeVault } from "../../src/tools/freeze-vault.ts";

const facts = freezeResponse.pick({ changed: true, pendingHashes: true });

/** The tool of the same name, free: stopping must not depend on being able to pay. */
export const freezeVaultRoute = defineRoute({
  method: "POST",
  path: "/api/vault/freeze",
  price: "free",
  operationId: "freezeVault",
  summary: "Freeze a vault",
  description:
    "Stops all automation of the vault before the next broadcast, on every chain: runs of " +
    "orders and delegated calls. Names the hashes of what was already on its way. Unsigned " +
    "transactions are still built.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "each",
  examples: {
    body: EXAMPLES.auth,
    response: {
      ok: true,
      message: "The vault is frozen. Nothing more is broadcast for it, on any chain.",
      changed: true,
      pendingHashes: [],
    },
  },
  query: z.object({}),
  body: freezeRequest.extend({ dryRun: dryRunField }),
  output: freezeResponse,
  runsDry: true,
  handle: async ({ deps, requestId }, { body }) => {
    const { result } = await runTool(deps, requestId, {
      tool: freezeVault,
      args: {},
      chainId: body.chainId,
      vaultAddress: body.vaultAddress,
      executionMode: "manual",
      caller: { kind: "outside", credentials: body },
      purpose: { kind: "call" },
    });
    return { ok: true as const, message: result.message ?? "", ...facts.parse(result.data) };
  },
});
