import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { unpairRequest, unpairResponse } from "../../schemas/pairing.ts";
import { defineRoute } from "../../src/route.ts";
import { endPairing } from "../../src/telegram/pair-chat.ts";

/** The way back, by the wallet alone: a chat cannot end what its owner may need to hear. */
export const unpairTelegram = defineRoute({
  method: "POST",
  path: "/api/telegram/unpair",
  price: "free",
  operationId: "unpairTelegram",
  summary: "End the pairing with a Telegram chat",
  description:
    "Ends it for all vaults of the operator; what was not told yet is dropped. Needs a " +
    "signature made for this alone: the operator message with its `Timestamp` line and, " +
    "below it, `Action: unpair <chainId> <vault>`, at most 5 minutes old and used once. A " +
    "401 shows the exact text.",
  tags: ["Messaging"],
  auth: "operator",
  leastScope: "owner",
  signedAction: "unpair",
  examples: {
    body: EXAMPLES.auth,
    response: { ok: true, message: "The chat is no longer paired.", changed: true },
  },
  query: z.object({}),
  body: unpairRequest.extend({ dryRun: dryRunField }),
  output: unpairResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { changed } = await endPairing(deps, body);
    const message = changed ? "The chat is no longer paired." : "No chat was paired.";
    return { ok: true as const, message, changed };
  },
});
