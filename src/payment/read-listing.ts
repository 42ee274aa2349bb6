import * as z from "zod";
import { type BazaarListing, bazaarListing } from "../../schemas/bazaar-listing.ts";
import { fromBase64 } from "../lib/from-base64.ts";
import { sanitize } from "../lib/sanitize.ts";

const MAX_CHARS = 8_192;
const responses = z.object({ bazaar: bazaarListing });

/** Of the header EXTENSION-RESPONSES; undefined where it says nothing that can be read. */
export function readListing(header: string | null): BazaarListing | undefined {
  if (header === null || header.length > MAX_CHARS) return undefined;
  try {
    const { bazaar } = responses.parse(JSON.parse(fromBase64(header)));
    const { status, rejectedReason } = bazaar;
    return { status, ...(rejectedReason !== undefined && { rejectedReason: sanitize(rejectedReason, 200) }) };
  } catch {
    return undefined;
  }
}
