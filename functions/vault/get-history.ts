import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { historyQuery, vaultHistory } from "../../schemas/vaults/vault-history.ts";
import { historyRead, readOwnHistory } from "../../src/history/read-own-history.ts";
import { getVaultHistory, HISTORY_EXAMPLE } from "../../src/history/tools/get-vault-history.ts";
import { defineRoute } from "../../src/route.ts";

const output = z.object({ ok: z.literal(true), ...vaultHistory().shape });

/** NAV over time for the vault's owner (decision D75). */
export const getHistory = defineRoute({
  method: "GET",
  path: "/api/vault/history",
  price: "free",
  operationId: "getVaultHistory",
  summary: "Read a vault's NAV over time, and what its trading made",
  description:
    "For the vault's operator: NAV per unit, supply and value of a vault whose delegation is " +
    "confirmed, hourly for seven days while it is used or looked at, else daily, kept for 400 " +
    "days; and the change of its value, of which performance is what trading made and flows " +
    "what deposits, withdrawals and syncs between chains did. Each is a formula of its own; together they " +
    "are the change. Where samples are missing `gaps` says so.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultHistory.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, days: "30" },
    response: { ok: true, ...HISTORY_EXAMPLE },
  },
  query: historyQuery,
  body: z.undefined(),
  output,
  noStore: true,
  reads: historyRead,
  handle: async (ctx, { query, raw }) => ({
    ok: true as const,
    ...(await readOwnHistory(ctx, raw.headers, query)),
  }),
});
