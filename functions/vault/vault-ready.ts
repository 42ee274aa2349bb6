import * as z from "zod";
import { auditQuery } from "../../schemas/audit-query.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { readiness } from "../../schemas/readiness.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { defineRoute } from "../../src/route.ts";
import { checkReadiness } from "../../src/tools/check-readiness.ts";

/** The tool check_readiness, free: it is for who has nothing set up yet, not even a payment. */
export const vaultReadyRoute = defineRoute({
  method: "GET",
  path: "/api/vault/ready",
  price: "free",
  operationId: "vaultReady",
  summary: "What a delegated trade still needs",
  description:
    "The steps towards a delegated trade of the vault on the chain, in order, each with its " +
    "next call or transaction: signature, delegation, coin for gas, mode, limits, and that " +
    "it is not frozen. With the operator's credentials in headers; without them it says what " +
    "to sign and reads nothing.",
  tags: ["Vault"],
  auth: "optional",
  leastScope: "each",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: {
      message: "Not ready for a delegated trade on base. Next: coin.",
      ready: false,
      next: "coin",
      chainId: EXAMPLES.chainId,
      agentAddress: EXAMPLES.agent,
      steps: [
        {
          ...{
            step: "coin",
            state: "missing",
            required: true,
            message: "The agent wallet has 0 ETH on base.",
          },
          transaction: {
            chainId: EXAMPLES.chainId,
            to: EXAMPLES.agent,
            value: "0x470de4df820000",
            data: "0x",
          },
        },
      ],
    },
  },
  query: auditQuery.omit({ from: true }),
  body: z.undefined(),
  output: readiness.extend({ message: z.string() }),
  noStore: true,
  handle: async ({ deps, requestId }, { query: { vault, chainId }, raw }) => {
    const { result } = await runTool(deps, requestId, {
      tool: checkReadiness,
      args: {},
      chainId,
      vaultAddress: vault,
      executionMode: "manual",
      caller: { kind: "outside", credentials: credentialHeaders(raw.headers) },
      purpose: { kind: "call" },
    });
    return { message: result.message ?? "", ...readiness.parse(result.data) };
  },
});
