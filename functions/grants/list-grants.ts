import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { grantsQuery, grantsResponse } from "../../schemas/grant-request.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { grantShown } from "../../src/grants/grant-shown.ts";
import { defineRoute } from "../../src/route.ts";
import { listGrants } from "../../src/store/vaults/list-grants.ts";

/**
 * The owner's grants of one vault. No agent reads it: what others may do is no matter of its own.
 */
export const listGrantsRoute = defineRoute({
  method: "GET",
  path: "/api/grants",
  price: "free",
  operationId: "listGrants",
  summary: "List the grants of a vault",
  description:
    "Of the vault's owner, with each one's last call and what is left of it on the named chain.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: { ok: true, grants: [EXAMPLES.grant] },
  },
  query: grantsQuery,
  body: z.undefined(),
  output: grantsResponse,
  noStore: true,
  handle: async ({ deps }, { query: { vault, chainId }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: vault, chainId };
    const owned = await requireOperator(deps, auth);
    const nowMs = deps.clock.nowMs();
    const read = { nowMs, owner: owned.operator, vault: owned.vault, chainId };
    const { grants } = await listGrants.run(deps.redis, deps.keys, read);
    return { ok: true as const, grants: grants.map((one) => grantShown(one, nowMs)) };
  },
});
