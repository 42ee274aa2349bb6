import * as z from "zod";
import { unixMs } from "./primitives.ts";

const last = (words: string) =>
  unixMs
    .nullable()
    .describe(`When the facilitator last ${words}, in Unix milliseconds; null: never.`);

/** The catalogue's last words on all resources together. The log has reasons of rejection. */
export const bazaarListings = z.object({
  success: last("listed a resource"),
  processing: last("took one to list it later"),
  rejected: last("refused to list one"),
});
export type BazaarListings = z.infer<typeof bazaarListings>;
