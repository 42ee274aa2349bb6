import * as z from "zod";
import { dryRunMark } from "./dry-run-mark.ts";
import { freshOperatorAuth } from "./fresh-operator-auth.ts";
import { unixMs } from "./primitives.ts";

/** Body and answer of POST /api/telegram/pair (decision D60). */
export const pairRequest = freshOperatorAuth("pair");
export const pairResponse = z.object({
  ok: z.literal(true),
  code: z
    .string()
    .describe(
      "128 random bits. Whoever shows it to the bot first speaks for you: keep it to yourself.",
    ),
  link: z.string().describe("Opens the chat with the bot, which shows it the code."),
  expiresAt: unixMs.describe("Unix time in milliseconds: five minutes from now."),
  dryRun: dryRunMark,
});

/** Body and answer of POST /api/telegram/unpair. */
export const unpairRequest = freshOperatorAuth("unpair");
export const unpairResponse = z.object({
  ok: z.literal(true),
  message: z.string(),
  changed: z.boolean().describe("false: there was no pairing."),
  dryRun: dryRunMark,
});
