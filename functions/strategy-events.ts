import * as z from "zod";
import { auditQuery } from "../schemas/audit-query.ts";
import { EXAMPLES } from "../schemas/examples.ts";
import { hexAddress } from "../schemas/primitives.ts";
import { sinceMs } from "../schemas/since-ms.ts";
import { strategyEvent } from "../schemas/strategy-event.ts";
import { credentialHeaders } from "../src/auth/credential-headers.ts";
import { carriesProof } from "../src/auth/parse-credentials.ts";
import { ownerOrStranger } from "../src/auth/require-operator.ts";
import { unwrap } from "../src/errors.ts";
import { eventsFor, filterEvents } from "../src/events/events-for.ts";
import { normalizeAddress } from "../src/lib/normalize-address.ts";
import { defineRoute } from "../src/route.ts";
import { readEvents } from "../src/store/orders/read-events.ts";
import { getVaultInfo } from "../src/tools/get-vault-info.ts";

/**
 * A vault's recent events: at most 20 of its orders, and as many of operations, freezes and other
 * calls, of the last 24 hours, newer than `since` (decision D63). Outcomes are everybody's,
 * everything else the owner's (decision D63).
 */
export const strategyEvents = defineRoute({
  method: "GET",
  path: "/api/strategy-events",
  price: "free",
  operationId: "listStrategyEvents",
  summary: "Poll a vault's recent events",
  description:
    "Of the last 24 hours, newer than `since`: at most 20 of orders, and at most 20 of all " +
    "else. Everybody sees what came of orders (slices, fired and ended ones) and of other " +
    "calls of the agent wallet. At which price an order is armed, what is changed of it, " +
    "what it waits for or runs short of, what waits for approval or was decided, freezes and " +
    "their end, the vault's owner alone sees, with the operator's credentials in headers, of " +
    "the chain `chainId` (default Base).",
  tags: ["Events"],
  auth: "optional",
  leastScope: "read",
  standsFor: getVaultInfo.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, since: "0" },
    response: { events: [EXAMPLES.event] },
  },
  query: z.object({
    vault: hexAddress,
    chainId: auditQuery.shape.chainId,
    since: sinceMs.default(0),
  }),
  body: z.undefined(),
  output: z.object({ events: z.array(strategyEvent) }),
  handle: async ({ deps }, { query: { vault: named, chainId, since }, raw }) => {
    const vault = unwrap(normalizeAddress(named));
    const credentials = credentialHeaders(raw.headers);
    const own = carriesProof(deps, credentials)
      ? await ownerOrStranger(deps, { ...credentials, vaultAddress: vault, chainId })
      : null;
    const by = own?.grant === undefined ? "owner" : { grantId: own.grant.id };
    const nowMs = deps.clock.nowMs();
    const { events } = await readEvents.run(deps.redis, deps.keys, { nowMs, vault });
    const seen = eventsFor(deps.tables.orderKinds, events, own && chainId, by);
    return { events: filterEvents(seen, since, nowMs) };
  },
});
