import * as z from "zod";
import { auditQuery } from "../../schemas/audit-query.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { auditCsv, exportAudit } from "../../src/audit/export-audit.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";

/** The same page of the log as a table for spreadsheets. */
export const getAuditCsv = defineRoute({
  method: "GET",
  path: "/api/audit/csv",
  price: "free",
  operationId: "getAuditCsv",
  summary: "Export a vault's audit log as CSV",
  description:
    "The page that /api/audit gives for the same query; the last line is the signed head.",
  tags: ["Audit"],
  auth: "operator",
  leastScope: "read",
  standsFor: "own",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, from: "1" },
    response: auditCsv(EXAMPLES.audit),
  },
  query: auditQuery,
  body: z.undefined(),
  output: z.string(),
  contentType: "text/csv",
  noStore: true,
  handle: async ({ deps }, { query: { chainId, from, ...query }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: query.vault, chainId };
    const { vault, grant } = await requireOperator(deps, auth);
    return auditCsv(await exportAudit(deps, { vault, chainId, from, grantId: grant?.id }));
  },
});
