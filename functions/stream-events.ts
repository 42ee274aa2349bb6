import * as z from "zod";
import { auditQuery } from "../schemas/audit-query.ts";
import { EXAMPLES } from "../schemas/examples.ts";
import { sinceMs } from "../schemas/since-ms.ts";
import { credentialHeaders } from "../src/auth/credential-headers.ts";
import { requireOperator } from "../src/auth/require-operator.ts";
import { EVENT_STREAM_RULES, holdEventStream, sseForm } from "../src/events/hold-event-stream.ts";
import { defineRoute } from "../src/route.ts";

const { maxSec, ofOperator, ofNetwork } = EVENT_STREAM_RULES;
const seconds = z
  .string()
  .regex(/^[0-9]{1,3}$/, "must be seconds")
  .transform(Number)
  .pipe(z.int().min(1).max(maxSec))
  .meta({
    type: "integer",
    pattern: undefined,
    minimum: 1,
    maximum: maxSec,
    description: "How long the connection is held.",
  });

/** A vault's events for its owner, as they happen (decision D63). */
export const streamEventsRoute = defineRoute({
  method: "GET",
  path: "/api/events",
  price: "free",
  operationId: "streamEvents",
  summary: "Stream a vault's events",
  description:
    "Server-sent events: what /api/strategy-events shows, within five seconds of happening, " +
    `for five minutes a connection. \`id\` resumes on the next one as \`Last-Event-ID\`; ` +
    `\`event\` is the event's type, \`data\` its JSON. Without an id it begins with what is ` +
    `newer than \`since\`, or with what happens from now on. Lines that begin with a colon ` +
    `are heartbeats. At most ${ofOperator} connections of an operator and ${ofNetwork} of a ` +
    "network at once. Who must not miss an event takes a webhook.",
  tags: ["Events"],
  auth: "operator",
  leastScope: "owner",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, seconds: "300" },
    response:
      `retry: 5000\n\nid: ${EXAMPLES.event.timestamp}-0f1e2d3c4b5a\nevent: ` +
      `${EXAMPLES.event.type}\ndata: ${JSON.stringify(EXAMPLES.event)}\n\n`,
  },
  query: auditQuery
    .omit({ from: true })
    .extend({ since: sinceMs.optional(), seconds: seconds.default(maxSec) }),
  body: z.undefined(),
  output: z.string(),
  contentType: "text/event-stream",
  stream: sseForm,
  statuses: [429],
  noStore: true,
  handle: async (ctx, { query: { vault: named, chainId, since, seconds: forSec }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: named, chainId };
    const { operator, vault } = await requireOperator(ctx.deps, auth);
    await holdEventStream(ctx, {
      operator,
      vault,
      chainId,
      sinceMs: since ?? null,
      forSec,
      headers: raw.headers,
    });
    return "";
  },
});
