import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { pairRequest, pairResponse } from "../../schemas/pairing.ts";
import { defineRoute } from "../../src/route.ts";
import { pairChat } from "../../src/telegram/pair-chat.ts";

/** Lets a private chat speak for a vault's owner. */
export const pairTelegram = defineRoute({
  method: "POST",
  path: "/api/telegram/pair",
  price: "free",
  operationId: "pairTelegram",
  summary: "Pair a Telegram chat",
  description:
    "Answers a link which opens the private chat with the bot; whoever opens it first within " +
    "five minutes gets the operator's notifications there and speaks for the vault. An " +
    "operator has one chat. Ownership is asked of the chain again at every write. Needs a " +
    "signature made for this alone: the operator message with its `Timestamp` line and, " +
    "below it, `Action: pair <chainId> <vault>`, at most 5 minutes old and used once. A 401 " +
    "shows the exact text.",
  tags: ["Messaging"],
  auth: "operator",
  leastScope: "owner",
  signedAction: "pair",
  examples: {
    body: EXAMPLES.auth,
    response: {
      ok: true,
      code: "q7Zr0yWb2v8m1kJx4tHc9A",
      link: "https://t.me/sextant_bot?start=q7Zr0yWb2v8m1kJx4tHc9A",
      expiresAt: 1_790_000_300_000,
    },
  },
  query: z.object({}),
  body: pairRequest.extend({ dryRun: dryRunField }),
  output: pairResponse,
  runsDry: true,
  noStore: true,
  handle: async ({ deps }, { body }) => ({ ok: true as const, ...(await pairChat(deps, body)) }),
});
