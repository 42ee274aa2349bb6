import * as z from "zod";
import { auditExport } from "../../schemas/audit-export.ts";
import { auditQuery } from "../../schemas/audit-query.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { exportAudit } from "../../src/audit/export-audit.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";

/**
 * A vault's audit log for its owner, a page at a time, with the head signed by the vault's agent
 * wallet (decision D64).
 */
export const getAudit = defineRoute({
  method: "GET",
  path: "/api/audit",
  price: "free",
  operationId: "getAudit",
  summary: "Export a vault's audit log",
  description:
    "Every attempt, signature, outcome and refusal of one vault on one chain, numbered, each " +
    "entry bound to the one before. Save the pages and run `npm run audit:verify -- " +
    "page.json ...`.",
  tags: ["Audit"],
  auth: "operator",
  leastScope: "read",
  standsFor: "own",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, from: "1" },
    response: EXAMPLES.audit,
  },
  query: auditQuery,
  body: z.undefined(),
  output: auditExport,
  noStore: true,
  handle: async ({ deps }, { query: { chainId, from, ...query }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: query.vault, chainId };
    const { vault, grant } = await requireOperator(deps, auth);
    return exportAudit(deps, { vault, chainId, from, grantId: grant?.id });
  },
});
